"""One ritual a day: today's puzzle of each game, how far the viewer and those whom they follow are, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Count, prefetch_related_objects
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.matches.templatetags.sentences import named
from games.puzzles.lists import Day, days_of
from games.puzzles.models import Attempt, Puzzle
from games.puzzles.services.selection import DAY, count, dailies_for, solved_days, today
from games.social.following import followed_of

SOLVED, NEAR, HALF, FAR = "█▆▄▂"
LATEST = 8  # tries that a shared result shows
WEEKS = 5  # of the calendar
MOST_FRIENDS = 5


@dataclass(frozen=True)
class Today:
    """Today's puzzles in the order of the games, with the viewer's attempts; `solved_days` come latest first."""

    days: list[Day]
    friends: list[tuple[User, int]] = field(default_factory=list)  # and how many of today's each has solved
    solved_days: list[date] = field(default_factory=list)

    @property
    def streak(self) -> int:
        """The number of days in a row with a solved puzzle."""
        return count(self.solved_days, today())

    @property
    def next(self) -> Day | None:
        """The first puzzle that the viewer has not finished."""
        return next((day for day in self.days if not day.is_over), None)

    @property
    def solved(self) -> int:
        """How many the viewer has solved."""
        return sum(bool(day.attempt and day.attempt.solved_at) for day in self.days)

    @property
    def calendar(self) -> list[tuple[date, str]]:
        """The days of some whole weeks up to this one: `solved`, `missed`, `today` while unsolved, or `later`."""
        now, solved = today(), frozenset(self.solved_days)
        last = now + timedelta(days=6 - now.weekday())
        days = [last - DAY * ago for ago in range(7 * WEEKS)][::-1]
        states = {True: "later", False: "missed"}
        return [(d, "solved" if d in solved else "today" if d == now else states[d > now]) for d in days]

    def shared(self, address: str) -> str:
        """Return the result of the day to share with this link, without a solution; empty before the first result."""
        return "\n".join([day_text(), *lines, address]) if (lines := self.lines) else ""

    @property
    def lines(self) -> list[str]:
        """A line of the shared result for each puzzle that is over, and the sum; none before the first result."""
        over = [day for day in self.days if day.is_over]
        if not over:
            return []
        prefetch_related_objects([day.attempt for day in over if day.attempt], "tried")
        lines = [f"{_marks(day.daily.puzzle, day.attempt)} {named(day.game)}" for day in over if day.attempt]
        parts = [_("%(solved)d of %(all)d solved") % {"solved": self.solved, "all": len(self.days)}]
        if self.streak > 1:
            text = ngettext("%(days)d day in a row", "%(days)d days in a row", self.streak)
            parts.append(text % {"days": self.streak})
        return [*lines, " · ".join(parts)]


def day_text() -> str:
    """Return the first line of a shared result: the site and the day."""
    return f"Numgames · {date_format(today(), 'DATE_FORMAT')}"


def today_of(viewer: User | None) -> Today | None:
    """Return today's puzzles for this viewer; None while there are none."""
    dailies = dailies_for(viewer, today())
    if not dailies or viewer is None:
        return Today(days_of(viewer, dailies)) if dailies else None
    solvers = followed_of(viewer).order_by()
    solvers = solvers.filter(attempts__puzzle__in=[one.puzzle_id for one in dailies], attempts__solved_at__isnull=False)
    friends = solvers.annotate(solved=Count("attempts", distinct=True)).order_by("-solved", "name_key")[:MOST_FRIENDS]
    return Today(days_of(viewer, dailies), [(one, one.solved) for one in friends], solved_days(viewer.pk, today()))


def bars(points: Sequence[int], best: int) -> str:
    """Return a bar for each of the `LATEST` tries, in four heights by its share of the best points."""
    tenths = ((SOLVED, 10), (NEAR, 8), (HALF, 5), (FAR, 0))
    return "".join(next(bar for bar, least in tenths if 10 * score >= least * best) for score in points[-LATEST:])


def _marks(puzzle: Puzzle, attempt: Attempt) -> str:
    """Return a bar for each try, and a cross for a puzzle that was given up."""
    if puzzle.asks_for_points:
        tries = bars([one.points for one in attempt.tried.all()], puzzle.best_points)
    else:
        tries = (FAR * (attempt.tries - 1) + SOLVED)[-LATEST:] if attempt.solved_at else FAR * attempt.tries
    return tries if attempt.solved_at else f"{tries}✗"
