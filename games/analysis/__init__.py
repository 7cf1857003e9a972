"""Analysis of finished matches: the best moves of every turn, luck, skill, and winning chances."""
