"""Fairness of the draws: the shuffled orders of all finished matches, counted and tested against chance."""
