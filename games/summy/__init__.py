"""Summy: crossing sums on a board of 25x25 squares."""
