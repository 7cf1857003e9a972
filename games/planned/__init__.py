"""Moves planned ahead of the player's turn: in live matches (premoves) and in correspondence."""
