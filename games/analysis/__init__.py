"""Analysis of finished matches: the best moves of every turn, luck and skill, and winning chances."""
