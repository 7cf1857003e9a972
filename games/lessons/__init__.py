"""Lessons of a game: exercises to play step by step, and the pictures beside the rules."""
