"""Reach: a tiny example game, played to its end in a few moves."""
