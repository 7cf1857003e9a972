"""Summy's user interface: presentation, composing a move from placed pieces, highlighted squares."""
