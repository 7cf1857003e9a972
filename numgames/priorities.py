"""Who comes first of those who wait at the gate: moves, then pages of players, visitors, and last what takes long.

Searches, analyses and feeds give way first, then exports, pages of visitors, the lobby, and pages of players. Link
previews have a gate of their own.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts.throttling import match_of
from core.web import is_api

BOARDS = "/ws/matches/"
LAST_APPS, SEARCHES = {"analysis", "discovery"}, {"lobby:players", "lobby:names"}
DOWNLOADS = {"accounts:export", "history:download"}
EXPORTS = "/api/v1/exports/"
LAST_OF_API = {"analysis": 6, "legal-moves": 3}
LAST_PAGES = 4  # the rank of pages of visitors; of these and what is behind them, one visitor has one at a time
COST, LONGEST_SPREAD = 0.02, 20.0  # seconds of CPU to open a socket; until the last page has reconnected


def rank_of(request: HttpRequest) -> int:
    """Return the rank of a request: moves are first; what computes or draws for long gives way to all others."""
    if is_api(request.path_info):
        return 5 if request.path_info.startswith(EXPORTS) else _rank_of_api(request)
    match = match_of(request.path_info)
    app, view = (match.app_name, match.view_name) if match else ("", "")
    if app in LAST_APPS or view in SEARCHES:
        return 6
    if view in DOWNLOADS:
        return 5
    if not _is_player(request):
        return LAST_PAGES
    if app == "lobby":
        return 3
    return 0 if view == "matches:move" else 1 if app == "matches" else 2


def _rank_of_api(request: HttpRequest) -> int:
    """Return the rank of a request of the API: a move of a program ranks as any move."""
    name = request.path_info.rstrip("/").rpartition("/")[2]
    rank = 0 if name == "moves" and request.method == "POST" else LAST_OF_API.get(name, 2)
    return rank if "Authorization" in request.headers else max(rank, LAST_PAGES)


def rank_of_socket(request: HttpRequest) -> int:
    """Return the rank of a handshake: boards of players are first."""
    return 0 if _is_player(request) and request.path_info.startswith(BOARDS) else 1


def spreads_of(paths: list[bytes]) -> tuple[float, float]:
    """Return the seconds over which pages reconnect after a restart, at random moments: all, and those of matches.

    Matches come first, within half of it, unless they are so many that no more of them would be served in that.
    """
    spread = min(LONGEST_SPREAD, len(paths) * COST)
    return spread, spread * max(0.5, sum(path.startswith(BOARDS.encode()) for path in paths) / max(len(paths), 1))


def _is_player(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES
