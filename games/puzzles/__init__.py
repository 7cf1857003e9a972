"""Puzzles: find the move with the most points in a position from a real match."""
