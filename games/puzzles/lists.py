"""View models of the puzzle lists, with a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts import sitetime
from accounts.models import User
from accounts.prepared import PreparedKeys
from games.catalogue import games
from games.puzzles.days import today
from games.puzzles.kinds import Kind
from games.puzzles.models import Attempt, Daily, Puzzle, Solver
from games.puzzles.services.dailies import dailies_of
from games.puzzles.services.runs import missed_by
from games.ratings.standings import Figure
from games.rules import AnyGame


@dataclass(frozen=True)
class Day:
    """A daily puzzle and the viewer's attempt."""

    daily: Daily
    attempt: Attempt | None

    @property
    def game(self) -> AnyGame:
        """Return the game of the puzzle."""
        return games()[self.daily.game_slug]


@dataclass(frozen=True)
class Standing:
    """A game and the viewer's puzzle rating in it; `to_repeat` counts the missed puzzles that may be tried again.

    `kinds` are the kinds of its offered puzzles besides most points.
    """

    game: AnyGame
    day: Day | None
    solver: Solver | None
    figure: Figure | None
    to_repeat: int = 0
    kinds: tuple[Kind, ...] = ()


def days_of(viewer: User | None, dailies: Iterable[Daily]) -> list[Day]:
    """Return these daily puzzles with the viewer's attempts."""
    found = list(dailies)
    attempts = _attempts([one.puzzle_id for one in found], viewer.pk) if viewer else ()
    by_puzzle = {attempt.puzzle_id: attempt for attempt in attempts}
    return [Day(one, by_puzzle.get(one.puzzle_id)) for one in found]


_attempts = PreparedKeys(lambda puzzles, player: Attempt.objects.filter(player=player, puzzle__in=puzzles), str, int)


def standings(viewer: User | None) -> list[Standing]:
    """Return every game with today's puzzle and the viewer's rating."""
    now = sitetime.now()
    days = {day.daily.game_slug: day for day in days_of(viewer, dailies_of(today()))}
    rows = {solver.game_slug: solver for solver in Solver.objects.filter(player=viewer)} if viewer else {}
    solvers = [(game, days.get(slug), rows.get(slug)) for slug, game in games().items()]
    missed = missed_by(viewer) if viewer else {}
    kinds = _kinds()
    return [
        Standing(game, day, row, figure_of(row, now) if row else None, len(missed.get(game.slug, ())), kinds[game.slug])
        for game, day, row in solvers
    ]


def _kinds() -> dict[str, tuple[Kind, ...]]:
    """Return the kinds of puzzles that each game offers besides those of most points, in the order of the kinds."""
    offered = set(Puzzle.objects.filter(state=Puzzle.State.OFFERED).values_list("game_slug", "kind").distinct())
    others = [kind for kind in Kind if kind is not Kind.SUM]
    return {slug: tuple(kind for kind in others if (slug, kind.value) in offered) for slug in games()}


def solvers_of(player: User) -> list[Standing]:
    """Return the games in which this player has a puzzle rating."""
    now = sitetime.now()
    rows = Solver.objects.filter(player=player, game_slug__in=games()).order_by("game_slug")
    return [Standing(games()[row.game_slug], None, row, figure_of(row, now)) for row in rows]


def figure_of(solver: Solver, now: datetime) -> Figure:
    """Return the rating at this time, with the deviation grown since the last rated puzzle (Glicko-2)."""
    return Figure(solver.at(now), solver.settled_until is not None and solver.settled_until > now)
