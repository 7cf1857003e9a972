"""The text by which a player shares a result, without giving the solution away."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matches.templatetags.sentences import named
from games.puzzles.models import Attempt, Daily, Puzzle

SOLVED, NEAR, HALF, FAR = "█▆▄▂"
SHOWN = 8  # latest tries


def bars(points: Sequence[int], best: int) -> str:
    """Return a bar for each of the last `SHOWN` tries, in four heights by its share of the best points."""
    return "".join(_bar(score, best) for score in points[-SHOWN:])


def share_text(attempt: Attempt, points: Sequence[int], streak: int, address: str) -> str:
    """Return the result of a finished attempt in one line; `points` are those of each try."""
    puzzle: Puzzle = attempt.puzzle
    parts = [f"Numgames {_title(puzzle)}", _told(attempt)]
    if puzzle.asks_for_points and (heights := bars(points, puzzle.best_points)):
        parts.append(heights)
    if streak > 1 and attempt.solved_at:
        parts.append(ngettext("%(days)d day in a row", "%(days)d days in a row", streak) % {"days": streak})
    return f"{' · '.join(parts)} {address}"


def number_of(puzzle: Puzzle) -> int | None:
    """Return the number of the daily puzzle; None for other puzzles."""
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


def _bar(score: int, best: int) -> str:
    if score == best:
        return SOLVED
    return NEAR if 5 * score >= 4 * best else HALF if 2 * score >= best else FAR
