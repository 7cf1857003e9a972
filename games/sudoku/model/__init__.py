"""The rules of Sudoku duel: board, positions, moves and their consequences."""
