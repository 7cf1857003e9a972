"""Digifeud: equations on a 13 x 13 board with premium squares."""
