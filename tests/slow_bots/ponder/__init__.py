"""A game with slow computer players."""
