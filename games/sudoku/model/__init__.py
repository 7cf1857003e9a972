"""The rules of Sudoku Duel as pure functions on immutable values: no display, no search."""
