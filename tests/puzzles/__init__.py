"""Puzzles: found, given to people, solved, and never told too early."""
