"""A second package of games, which shows that one folder is enough for a game."""
