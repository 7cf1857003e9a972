"""Sudoku Duel's user interface: presentation, composing a move from the placed tile, highlighted squares."""
