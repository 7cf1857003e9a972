"""The only code that writes puzzles: their selection for a day or a player, their stock, solving, and runs."""
