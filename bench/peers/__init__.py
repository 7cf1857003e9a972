"""Comparison with boardgame.io: the CPU time of server and stores per move with both players' pages open."""
