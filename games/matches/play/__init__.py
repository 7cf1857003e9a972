"""What happens to a match: moves, draws, claims, clocks that run out, and how it is stored and announced."""
