"""The search of Summy's computer players: determinization, evaluation, endgame search."""
