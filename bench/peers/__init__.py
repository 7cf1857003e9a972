"""Comparison with boardgame.io: the CPU of server and database for a move with both players' pages open."""
