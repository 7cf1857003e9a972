"""Digifeud: sums on a 13x13 board with coloured squares."""
