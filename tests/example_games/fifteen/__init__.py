"""Fifteen: numerical tic-tac-toe, the example of docs/plugin.md."""
