"""The computer players' evaluation and search."""
