"""What the computer players of Sudoku duel search with."""
