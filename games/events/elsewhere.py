"""What other pages show of events."""

from __future__ import annotations

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import draw
from games.events.lists import Standing, my_leagues, next_cups, next_leagues
from games.events.models import Event
from games.matches.pages.match_view import MatchView

LONGEST = 3  # leagues that the lobby shows


def in_lobby(page: Context) -> Context | None:
    """Return the running leagues of the viewer, or the next one that players can enter; None without any."""
    leagues = _leagues(page)[:LONGEST]
    coming = [] if leagues else next_leagues()
    return {"leagues": leagues, "coming": coming, "is_brief": True} if leagues or coming else None


def today(page: Context) -> Context | None:
    """Return the same with the cups that are about to begin, for the page of the day."""
    leagues = _leagues(page)
    coming = [*([] if leagues else next_leagues()), *next_cups()]
    return {"leagues": leagues, "coming": coming} if leagues or coming else None


def at_home(_page: Context) -> Context | None:
    """Return the league and the cup that begin next, for the front page; None without any."""
    coming = [*next_leagues(), *next_cups()[:1]]
    return {"coming": coming} if coming else None


def at_match(page: Context) -> Context | None:
    """Return the path of the event that a match is part of; None for other matches."""
    path = _path_of(page["board_view"])
    return {"event_path": path} if path else None


def at_end(page: Context) -> SafeString | None:
    """Draw the way to the event on the card at the end of its match; None for other matches."""
    view: MatchView = page["board_view"]
    path = _path_of(view) if view.match.finished_at else ""
    return draw("events/way", path=path) if path else None


def _path_of(view: MatchView) -> str:
    """Return the path for the players; watchers get none, as an event may be for those who have its link."""
    key = view.match.event_key if view.seat else ""
    return reverse("events:event", args=[key]) if key else ""


def _leagues(page: Context) -> list[tuple[Event, Standing]]:
    user = page.get("user")
    return my_leagues(user) if isinstance(user, User) else []
