"""What the computer players of Summy use: determinization, evaluation, endgame search."""
