"""The pieces that the history puts on the pages of others: a player's figures, the curve of a match."""

from __future__ import annotations

from typing import Any

from accounts.slots import Context
from games.history.points_chart import curve_of
from games.history.statistics import figures_of
from games.matches import positions
from games.matches.models import Match


def of_player(page: Context) -> dict[str, Any]:
    """What a player's page shows of the player's matches."""
    return {"figures": figures_of(page["person"])}


def curve_of_replay(page: Context) -> dict[str, Any] | None:
    """The curve of a match that is looked at turn by turn, the turn marked."""
    return _curve(page["match"], page["table"].ply)


def curve_of_end(page: Context) -> dict[str, Any] | None:
    """The curve of a match that is over."""
    return _curve(page["match"], None)


def _curve(match: Match, ply: int | None) -> dict[str, Any] | None:
    start = positions.start_of(match).scores if match.origin_id else (0, 0)
    curve = curve_of(positions.replay(match).turns, ply, start)
    return {"curve": curve} if curve else None
