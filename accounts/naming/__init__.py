"""Names of players: which are allowed, free, kept for their former holders, or drawn."""
