"""The numbers of a match as lists show them: points, or what a game counts instead, with the word for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from core.live.partials import EMPTY, draw
from games.catalogue import displays
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.templatetags.sentences import localized
from games.rules import AnyDisplay, Seat


class Score(NamedTuple):
    """The large numbers by seat and what they count, empty for points; the small numbers in words, empty without."""

    numbers: tuple[int, int]
    unit: str = ""
    small: str = ""

    @property
    def words(self) -> str:
        """What the numbers count, and the small ones: `chips · 2 : 1 games`."""
        return "\N{NO-BREAK SPACE}· ".join(filter(None, (self.unit, self.small)))


def score_of(match: Match, first: Seat = Seat.FIRST) -> Score:
    """Return the stored score of the match, the numbers of this seat first."""
    display, points = displays().get(match.game_slug), (match.first_points, match.second_points)
    return _score(display, points, match.tallies, first, is_over=match.finished_at is not None)


def score_at(view: MatchView) -> Score:
    """Return the score at the ply of the view, the viewer's numbers first."""
    return _score(view.display, view.view.scores, view.view.tallies, view.seat or Seat.FIRST, is_over=view.over)


def score(match: Match, first: Seat = Seat.FIRST) -> SafeString:
    """Return the score as an element of a list, the numbers of this seat first; empty while a running match has none.

    A handicap gives points before the first move.
    """
    current = score_of(match, first)
    if not (match.finished_at or any(current.numbers) or current.small):
        return EMPTY
    return draw("matches/scores/score", score=current)


def _score(
    display: AnyDisplay | None,
    points: Sequence[int],
    tallies: Sequence[Sequence[int]] | None,
    first: Seat,
    *,
    is_over: bool,
) -> Score:
    if display is None or display.units is None:
        return Score(_from(first, points))
    large_unit, small_unit = map(localized, display.units)
    if not tallies:  # of an earlier release, until its job has counted
        return Score(_from(first, points), small_unit if is_over else large_unit)
    large, small = (_from(first, pair) for pair in tallies)
    return Score(large, large_unit, f"{small[0]} : {small[1]} {small_unit}" if any(small) else "")


def _from(seat: Seat, pair: Sequence[int]) -> tuple[int, int]:
    return pair[seat.index], pair[seat.other.index]
