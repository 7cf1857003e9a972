"""What becomes of a player's puzzles when the player leaves for good."""

from __future__ import annotations

from accounts.models import User
from games.puzzles.models import Attempt, SolvedDay, Solver


def forget(player: User) -> None:
    """All of it goes; the puzzles keep how hard they have proved, and how many solved them."""
    for kept in (Attempt, Solver, SolvedDay):
        kept.objects.filter(player=player).delete()
