"""Ponder looks like Reach."""

from tests.example_games.reach.display import display

__all__ = ["display"]
