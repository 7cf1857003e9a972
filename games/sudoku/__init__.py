"""Sudoku duel: tiles drawn one by one, laid by the sudoku rule."""
