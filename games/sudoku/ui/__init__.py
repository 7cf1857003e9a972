"""Sudoku Duel on the page: its presentation, and moves composed from placed tiles."""
