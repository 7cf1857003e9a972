"""Partials of the day on other pages: deals in the lobby, the way to a table from a match, news on the front page."""

from __future__ import annotations

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import draw
from games.daily.table import deals_today, latest_news
from games.matches.models import Match
from games.puzzles.services.selection import day_of


def in_lobby(page: Context) -> Context | None:
    """Return today's deals with the viewer's results, and what is new; None while there are none."""
    user = page.get("user")
    deals = deals_today(user if isinstance(user, User) else None)
    return {"deals": deals, "item": latest_news()} if deals else None


def at_home(page: Context) -> Context:
    """Return the latest news of the last weeks, if any, beside the way to the page of the day."""
    return {"item": latest_news()}


def of_match(page: Context) -> SafeString | None:
    """Draw the link to the table of the deal on the card at the end of its match; None for other matches."""
    match: Match = page["match"]
    if match.sealed_until is None or match.finished_at is None:
        return None
    return draw("daily/table", path=reverse("daily:past", args=[match.game_slug, str(day_of(match.started_at))]))
