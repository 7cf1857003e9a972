"""Computer players: opponents at any hour, and a guide through somebody's first match."""
