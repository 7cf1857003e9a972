"""Puzzles: find the best move, by points or by winning chance, in a position from a match of people or computers."""
