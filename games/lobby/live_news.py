"""Live news from the lobby: a live match waits for the player, such as one who invited a friend by a link."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from accounts.hooks import Facts
from accounts.models import User
from core import clock
from core.slots import Context
from games.lobby.lists import awaiting_match
from games.matches.models import Match


def push_news(player: User, shown: Facts, came: Facts) -> dict[str, object]:
    """Return a toast with a link to the match, for as long as the match waits for the player.

    It is sent when the match begins or the opponent arrives, and with each heartbeat to a page that missed that. A
    page that says it `called` is told when no match waits any longer.
    """
    if came and came.get("ply") != 0:
        return {}
    match = awaiting_match(player)
    if match is None or match.deadline_at is None or match.pk == shown.get("match"):
        return {"called": ""} if shown.get("called") else {}
    stays = round((match.deadline_at - clock.now()).total_seconds())
    return {"toast": {**_call(player, match), "stays": max(stays, 1)}}


def called(page: Context) -> Context | None:
    """Return the text and path of that toast for the page of a match against a computer; no query for other matches."""
    board_view = page["board_view"]
    if board_view.seat is None or not board_view.opponent.is_computer:
        return None
    player = board_view.match.player(board_view.seat)
    match = awaiting_match(player)
    return _call(player, match) if match else None


def _call(player: User, match: Match) -> dict[str, object]:
    opponent = match.second if match.first_id == player.pk else match.first
    text = gettext("%(name)s is here: play now") % {"name": opponent}
    return {"text": text, "path": reverse("matches:match", args=[match.pk])}
