"""Moves planned ahead of the player's turn: premoves in live matches, conditional moves in correspondence."""
