"""Comparison of the moves of rated matches with the best ones, for staff."""
