"""The search of Sudoku Duel's computer players: determinization, bitboard, expectimax, exact ending."""
