"""Deletion of a player's puzzle data."""

from __future__ import annotations

from accounts.models import User
from games.puzzles.models import Attempt, Run, SolvedDay, Solver


def forget(player: User) -> None:
    """Delete the player's attempts, runs and ratings; the puzzles keep their own ratings and counts."""
    for model in (Attempt, Run, Solver, SolvedDay):
        model.objects.filter(player=player).delete()
