"""What open pages hear from the lobby: that a person has taken the challenge which the player made in passing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.news import Facts
from games.lobby.lists import called_to
from games.matches.models import Match


def bring(player: User, shown: Facts, came: Facts) -> dict[str, Any]:
    """A sentence with the way to the match, for as long as the match waits for the player.

    It comes when the match begins, and by each heartbeat for a page that missed that.
    """
    if came and came.get("ply") != 0:
        return {}
    match = called_to(player)
    if match is None or match.deadline_at is None or match.pk == shown.get("match"):
        return {}
    stays = round((match.deadline_at - timezone.now()).total_seconds())
    return {"toast": {**_call(player, match), "stays": max(stays, 1)}}


def called(page: Mapping[str, Any]) -> dict[str, Any] | None:
    """The same sentence on the page of a match against a computer; costs other matches nothing."""
    table = page["table"]
    if table.seat is None or not table.opponent.is_computer:
        return None
    player = table.match.player(table.seat)
    match = called_to(player)
    return _call(player, match) if match else None


def _call(player: User, match: Match) -> dict[str, Any]:
    opponent = match.second if match.first_id == player.pk else match.first
    text = gettext("%(name)s is here: play %(name)s") % {"name": opponent}
    return {"text": text, "path": reverse("matches:match", args=[match.pk])}
