"""Cups: how their pages show them, the form of a new one, those that recur, and the pairings to be checked."""
