"""Partials of the history on other pages: a player's statistics, the points chart of a match."""

from __future__ import annotations

from accounts.slots import Context
from games.history.points_chart import curve_of
from games.history.statistics import figures_of
from games.matches import positions
from games.matches.models import Match


def of_player(page: Context) -> dict[str, object]:
    """Return the context of the player page's statistics."""
    return {"figures": figures_of(page["person"])}


def curve_of_replay(page: Context) -> dict[str, object] | None:
    """Return the context of the points chart on the replay page, with the shown turn marked."""
    return _curve(page["match"], page["board_view"].ply)


def curve_of_end(page: Context) -> dict[str, object] | None:
    """Return the context of the points chart of a finished match."""
    return _curve(page["match"], None)


def _curve(match: Match, ply: int | None) -> dict[str, object] | None:
    start = positions.start_of(match).scores if match.origin_id else (0, 0)
    curve = curve_of(positions.replay(match).turns, ply, start)
    return {"curve": curve} if curve else None
