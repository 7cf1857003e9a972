"""Ratings: Glicko-2 ratings, scores and strengths from finished matches, and the ranking tables."""
