"""How puzzles are made: search, difficulty, checks and the pack that comes with a game."""
