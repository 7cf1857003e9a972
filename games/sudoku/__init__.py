"""Sudoku Duel: two players draw tiles one at a time and place them by the rule of sudoku."""
