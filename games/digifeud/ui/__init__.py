"""Digifeud's user interface: how it is drawn, and how placed tiles become a move."""
