"""Partials of the history on other pages: a player's statistics, the points chart of a match."""

from __future__ import annotations

from django.utils.safestring import SafeString

from core.hooks import Context
from core.live.partials import draw
from games.history.statistics import chart_of, statistics_of
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView, turn_path
from games.matches.play import positions


def of_player(page: Context) -> dict[str, object]:
    """Return the context of the player page's statistics."""
    return {"statistics": statistics_of(page["person"])}


def curve_of_replay(page: Context) -> SafeString | None:
    """Draw the points chart on the replay page, with the shown turn marked."""
    return _curve(page["board_view"], page["board_view"].ply)


def curve_of_end(page: Context) -> SafeString | None:
    """Draw the points chart of a finished match."""
    return _curve(page["board_view"], None)


@common
def _curve(view: MatchView, ply: int | None) -> SafeString | None:
    match = view.match
    replay = positions.replay(match)
    curve = chart_of(replay.turns, ply, replay.start)
    if curve is None:
        return None
    return draw(
        "history/curve",
        first=match.first,
        second=match.second,
        curve=curve,
        dots=[(dot, turn_path(match.pk, dot.ply)) for dot in curve.dots],
    )
