"""What a finished match means: rating, score and strength, and the tables of those who play."""
