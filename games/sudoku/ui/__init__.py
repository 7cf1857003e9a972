"""The interface of Sudoku duel: presentation and move composition."""
