"""View models of the puzzle lists, and the best sprints or streaks of a day or a week."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import F, Max, Q

from accounts.models import User
from core import clock
from games.catalogue import games
from games.puzzles.kinds import Kind, Level, RunKind, Theme, Topic
from games.puzzles.models import Attempt, Daily, Run, Solver
from games.puzzles.services.runs import missed_by
from games.puzzles.services.selection import Choices, choices_of, ranked_runs_of, today
from games.ratings.standings import Figure
from games.rules import AnyGame

LONGEST = 20  # rows
WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Day:
    """A daily puzzle and the viewer's attempt."""

    daily: Daily
    attempt: Attempt | None

    @property
    def game(self) -> AnyGame:
        """Return the game of the puzzle."""
        return games()[self.daily.game_slug]

    @property
    def is_over(self) -> bool:
        """Return whether the viewer has solved it or given up."""
        return self.attempt is not None and self.attempt.is_over


@dataclass(frozen=True)
class Standing:
    """A game and the viewer's puzzle rating in it; `to_repeat` counts the missed puzzles that may be tried again.

    `choices` counts the puzzles that are new to the viewer.
    """

    game: AnyGame
    day: Day | None
    solver: Solver | None
    figure: Figure | None
    to_repeat: int = 0
    choices: Choices = field(default_factory=Choices)
    can_run: bool = False

    @property
    def levels(self) -> list[tuple[Level, int]]:
        """Return all levels, each with the number of new puzzles."""
        return [(level, self.choices.levels[level]) for level in Level]

    @property
    def topics(self) -> list[tuple[Topic, int]]:
        """Return the kinds and themes with new puzzles, in their order."""
        topics: tuple[Topic, ...] = (*Kind, *Theme)
        return [(one, self.choices.topics[one]) for one in topics if self.choices.topics[one]]


def days_of(viewer: User | None, dailies: Iterable[Daily]) -> list[Day]:
    """Return these daily puzzles with the viewer's attempts."""
    rows = list(dailies)
    puzzles = [one.puzzle_id for one in rows]
    attempts = Attempt.objects.filter(player=viewer, puzzle__in=puzzles) if viewer else ()
    by_puzzle = {attempt.puzzle_id: attempt for attempt in attempts}
    return [Day(one, by_puzzle.get(one.puzzle_id)) for one in rows]


def standings(viewer: User | None, todays: Iterable[Day]) -> list[Standing]:
    """Return every game with today's puzzle, which is one of these, and the viewer's rating."""
    now = clock.now()
    days = {day.daily.game_slug: day for day in todays}
    rows = {solver.game_slug: solver for solver in Solver.objects.filter(player=viewer)} if viewer else {}
    solvers = [(game, days.get(slug), rows.get(slug)) for slug, game in games().items()]
    repeats = missed_by(viewer) if viewer else {}
    choices, runs = choices_of(viewer), ranked_runs_of(viewer)
    return [
        Standing(
            game,
            day,
            row,
            figure_of(row, now) if row else None,
            len(repeats.get(game.slug, ())),
            choices[game.slug],
            game.slug in runs,
        )
        for game, day, row in solvers
    ]


def solvers_of(player: User) -> list[Standing]:
    """Return the games in which this player has a puzzle rating."""
    now = clock.now()
    rows = Solver.objects.filter(player=player, game_slug__in=games()).order_by("game_slug")
    return [Standing(games()[row.game_slug], None, row, figure_of(row, now)) for row in rows]


def figure_of(solver: Solver, now: datetime) -> Figure:
    """Return the rating at this time, with the deviation grown since the last rated puzzle (Glicko-2)."""
    return Figure(solver.at(now), solver.settled_until is not None and solver.settled_until > now)


@dataclass(frozen=True)
class Best:
    """A player's best run and its rank; players with equally many solved puzzles share a rank."""

    rank: int
    player: User
    solved: int


def best_runs(slug: str, kind: RunKind, *, since: date, followed_by: User | None = None) -> list[Best]:
    """Return the best run of this kind of each player since the beginning of this UTC day, most solved puzzles first.

    At most `LONGEST` rows. Guests and bots are left out, as in the rankings. `followed_by` limits it to a player and
    those whom that player follows.
    """
    begins = datetime.combine(since, time(), UTC)
    runs = Run.objects.filter(game_slug=slug, kind=kind, begun_at__gte=begins, solved__gt=0)
    runs = runs.filter(player__is_guest=False, player__is_active=True, player__is_bot=False)
    if followed_by:
        runs = runs.filter(Q(player__in=followed_by.favourites.values("of")) | Q(player=followed_by))
    each = runs.values("player").annotate(most=Max("solved"), name=F("player__username"))
    best = each.order_by("-most", "name")[:LONGEST]
    players = User.objects.in_bulk([one["player"] for one in best])
    rows: list[Best] = []
    for number, one in enumerate(best, 1):
        rank = rows[-1].rank if rows and rows[-1].solved == one["most"] else number
        rows.append(Best(rank, players[one["player"]], one["most"]))
    return rows


def begin_of(period: str) -> date:
    """Return the first of the seven days up to today if `period` is `week`, otherwise today."""
    return today() - WEEK + timedelta(days=1) if period == "week" else today()


def own_best(player: User | None, slug: str, kind: str) -> int:
    """Return the most puzzles that the player ever solved in a run of this kind and game; 0 without one."""
    if player is None:
        return 0
    best = Run.objects.filter(player=player, game_slug=slug, kind=kind).aggregate(most=Max("solved"))
    return best["most"] or 0
