"""The partial of every page that calls a player to a live match, such as one who invited a friend by a link."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from accounts.hooks import PageNews, PagePartial
from accounts.models import User
from core.live.live_partials import Inputs
from core.slots import Context
from games.lobby.lists import awaiting_match
from games.matches.models import Match


def _call(news: PageNews, player: User) -> Inputs | None:
    """Return the match that waits for the player, and until when; None on the page that displays it."""
    match = awaiting_match(player)
    if match is None or match.deadline_at is None or match.pk == news.displays.get("match"):
        return None
    return {**_words(player, match), "until": round(match.deadline_at.timestamp() * 1000)}


# It comes when the match begins or the opponent arrives, or with a heartbeat, and stays as long as the match waits.
CALL = PagePartial("call", "lobby/_call.html", _call, changes=lambda news: news.came.get("ply") == 0)


def called(page: Context) -> Context | None:
    """Return the same words and path for the page of a match against a computer; no query for other matches."""
    board_view = page["board_view"]
    if board_view.seat is None or not board_view.opponent.is_computer:
        return None
    player = board_view.match.player(board_view.seat)
    match = awaiting_match(player)
    return _words(player, match) if match else None


def _words(player: User, match: Match) -> dict[str, object]:
    opponent = match.second if match.first_id == player.pk else match.first
    text = gettext("%(name)s is here: play now") % {"name": opponent}
    return {"text": text, "path": reverse("matches:match", args=[match.pk])}
