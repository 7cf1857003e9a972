"""Which puzzle somebody gets next."""

from __future__ import annotations

import secrets

from django.db.models import Q, QuerySet

from accounts.models import User
from games.catalogue import games
from games.puzzles.days import today
from games.puzzles.models import Puzzle, Solver
from games.puzzles.strength import TARGETS, Level
from games.ratings.glicko2 import MIDDLE

NEAREST = 5  # puzzles on each side of the rating aimed at, one of which is taken


def visible() -> QuerySet[Puzzle]:
    """The puzzles that may be looked at: not those that are kept for a day to come."""
    return Puzzle.objects.filter(Q(for_daily=False) | Q(daily__isnull=False), game_slug__in=games())


def next_puzzle(player: User | None, slug: str, level: Level | None) -> Puzzle | None:
    """One that the player has not tried, of this difficulty or else near the own rating; None where none is left.

    The daily ones join the others when their day is over.
    """
    target = TARGETS[level] if level else _rating_of(player, slug)
    old = Q(for_daily=False) | Q(daily__day__lt=today())
    untried = (
        Puzzle.objects.filter(old, game_slug=slug).exclude(attempts__player=player)
        if player
        else (Puzzle.objects.filter(old, game_slug=slug))
    )
    above = untried.filter(rating__gte=target).order_by("rating")[:NEAREST]
    below = untried.filter(rating__lt=target).order_by("-rating")[:NEAREST]
    nearest = sorted([*above, *below], key=lambda puzzle: abs(puzzle.rating - target))[:NEAREST]
    return secrets.choice(nearest) if nearest else None


def _rating_of(player: User | None, slug: str) -> float:
    solver = Solver.objects.filter(player=player, game_slug=slug).first() if player else None
    return solver.rating if solver else MIDDLE
