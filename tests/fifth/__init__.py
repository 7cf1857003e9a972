"""A second game package, which proves that one folder makes a game."""
