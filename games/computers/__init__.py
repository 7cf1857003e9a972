"""Computer players, and a guide through a player's first match."""
