"""A result to pass on: how it went, and nothing of how it goes."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matches.templatetags.sentences import named
from games.puzzles.models import Attempt, Daily, Puzzle

SOLVED, NEAR, HALF, FAR = "█▆▄▂"
SHOWN = 8  # tries


def bars(points: Sequence[int], best: int) -> str:
    """A bar for each try, the higher the more of the best points it made: the full one only for all of them."""
    return "".join(_bar(made, best) for made in points[-SHOWN:])


def share_text(attempt: Attempt, points: Sequence[int], streak: int, address: str) -> str:
    """The result of an attempt that is over, in one line; `points` are those of each try."""
    puzzle: Puzzle = attempt.puzzle
    parts = [f"Numgames {_title(puzzle)}", _told(attempt)]
    if drawn := bars(points, puzzle.best_points):
        parts.append(drawn)
    if streak > 1 and attempt.solved_at:
        parts.append(ngettext("%(days)d day in a row", "%(days)d days in a row", streak) % {"days": streak})
    return f"{' · '.join(parts)} {address}"


def number_of(puzzle: Puzzle) -> int | None:
    """Which daily puzzle of its game it is; None for any other."""
    daily = Daily.objects.filter(puzzle=puzzle).first()
    return daily.number if daily else None


def _title(puzzle: Puzzle) -> str:
    number = number_of(puzzle)
    return f"{named(puzzle.game)} #{number}" if number else _("%(game)s puzzle") % {"game": named(puzzle.game)}


def _told(attempt: Attempt) -> str:
    if not attempt.solved_at:
        return _("not solved")
    if attempt.tries == 1:
        return _("solved at once")
    return ngettext("solved in %(tries)d try", "solved in %(tries)d tries", attempt.tries) % {"tries": attempt.tries}


def _bar(made: int, best: int) -> str:
    if made == best:
        return SOLVED
    return NEAR if 5 * made >= 4 * best else HALF if 2 * made >= best else FAR
