"""What the computer players of Sudoku Duel search with."""
