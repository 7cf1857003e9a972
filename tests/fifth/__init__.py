"""A game package besides `games`, to prove that one folder makes a game."""
