"""Everything that is played: the rules module, the games, and what happens around a match."""
