"""Selection of a player's next puzzle."""

from __future__ import annotations

import secrets

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.catalogue import games
from games.puzzles.days import today
from games.puzzles.difficulty import TARGETS, Level
from games.puzzles.kinds import Kind
from games.puzzles.models import Attempt, Puzzle, Run, Solver, Source
from games.ratings.glicko2 import MIDDLE

NEAREST = 5  # puzzles nearest to the target rating, one of which is chosen at random


def visible() -> QuerySet[Puzzle]:
    """Return the puzzles with a public page: not those reserved for a future day, nor under rules that are gone."""
    installed = Q(pk__in=())
    for slug, game in games().items():
        versions = [one.rules_version for one in (game, *game.former_versions)]
        installed |= Q(game_slug=slug, rules_version__in=versions)
    return Puzzle.objects.filter(Q(for_daily=False) | Q(daily__day__lte=today()), installed)


def may_see(puzzle: Puzzle, viewer: User | None) -> bool:
    """Return whether the viewer may see the position: it is offered, or the viewer has an attempt from when it was."""
    begun = viewer is not None and Attempt.objects.filter(puzzle=puzzle, player=viewer).exists()
    return puzzle.is_offered or begun


def next_puzzle(player: User | None, slug: str, level: Level | None, kind: Kind | None = None) -> Puzzle | None:
    """Return a puzzle that is new to the player; None if none is left.

    Its rating is near the target of `level`, or without a level near the player's own; `kind` limits it to one kind.
    Daily puzzles are included when their day is over.
    """
    target = TARGETS[level] if level else _rating_of(player, slug)
    fresh = _new_to(player, slug)
    return _near(target, fresh.filter(kind=kind) if kind else fresh)


def puzzle_for_run(run: Run, target: float) -> Puzzle | None:
    """Return a puzzle near this rating for a sprint; one that the player has seen only if no new one is left.

    Endings of several moves are excluded: every puzzle of a run has one move.
    """
    old = _not_own(run.player, run.game_slug).exclude(in_runs__run=run).exclude(kind=Kind.LINE)
    return _near(target, _new_to(run.player, run.game_slug).exclude(kind=Kind.LINE)) or _near(target, old)


def _near(target: float, among: QuerySet[Puzzle]) -> Puzzle | None:
    """Return a random one of the `NEAREST` puzzles by rating; None if there are none."""
    above = among.filter(rating__gte=target).order_by("rating")[:NEAREST]
    below = among.filter(rating__lt=target).order_by("-rating")[:NEAREST]
    nearest = sorted([*above, *below], key=lambda puzzle: abs(puzzle.rating - target))[:NEAREST]
    return secrets.choice(nearest) if nearest else None


def _new_to(player: User | None, slug: str) -> QuerySet[Puzzle]:
    """Return the puzzles of `_not_own` that the player has neither tried nor seen in a run."""
    old = _not_own(player, slug)
    return old.exclude(attempts__player=player).exclude(in_runs__run__player=player) if player else old


def _not_own(player: User | None, slug: str) -> QuerySet[Puzzle]:
    """Return the offered puzzles of this game, except today's, reserved ones, and those of the player's own matches."""
    offered = Puzzle.objects.filter(game_slug=slug, state=Puzzle.State.OFFERED)
    old = offered.filter(Q(for_daily=False) | Q(daily__day__lt=today()))
    if player is None:
        return old
    # For each puzzle that comes into question, not for all matches of the player
    own = Source.objects.filter(Q(match__first=player) | Q(match__second=player), pk=OuterRef("source"))
    return old.exclude(Exists(own))


def _rating_of(player: User | None, slug: str) -> float:
    solver = Solver.objects.filter(player=player, game_slug=slug).first() if player else None
    return solver.rating if solver else MIDDLE
