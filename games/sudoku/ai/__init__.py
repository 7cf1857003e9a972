"""The search of the computer players of Sudoku duel."""
