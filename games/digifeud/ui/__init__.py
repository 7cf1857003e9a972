"""Digifeud's user interface: presentation, composing a move from placed tiles, highlighted squares."""
