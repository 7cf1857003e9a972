"""Puzzles: find the move that brings most in a position that was really played."""
