"""The rules of Sudoku duel as pure functions on immutable values: no display, no search."""
