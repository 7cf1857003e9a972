"""Analysis of finished matches: the best moves of every turn, accuracy, luck, and winning chances."""
