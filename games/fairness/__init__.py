"""Fairness of the draws: a statistical test of all finished matches, and the public log of commitments."""
