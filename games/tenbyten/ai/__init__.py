"""The search of 10 BY 10's computer players: determinization, evaluation, expectimax, win probability."""
