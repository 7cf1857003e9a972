"""Statistics of players for programs."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router
from typing_extensions import TypedDict

from accounts.api import EVERYONE
from accounts.player import player_at
from games.history.statistics import statistics_of

router = Router(tags=["players"])


class GameResults(TypedDict):
    """How many matches of a game a player has won, drawn, lost, and plays now."""

    game: str
    won: int
    drawn: int
    lost: int
    running: int


class StatisticsData(TypedDict):
    """Results by game, and habits in the last 100 matches: those seen through, and the usual reply in seconds."""

    results: list[GameResults]
    matches: int
    seen_through: int
    reply_over_days: float | None
    reply_live: float | None


@router.get("/players/{name}/statistics", response=StatisticsData, auth=EVERYONE, summary="Statistics of a player")
def statistics(request: HttpRequest, name: str) -> StatisticsData:
    """Return a player's results and habits."""
    figures = statistics_of(player_at(name))
    habits = figures.habits
    return {
        "results": [
            {"game": one.slug, "won": one.won, "drawn": one.drawn, "lost": one.lost, "running": one.running}
            for one in figures.results
        ],
        "matches": habits.matches,
        "seen_through": habits.seen_through,
        "reply_over_days": habits.reply_over_days.total_seconds() if habits.reply_over_days else None,
        "reply_live": habits.reply_live.total_seconds() if habits.reply_live else None,
    }
