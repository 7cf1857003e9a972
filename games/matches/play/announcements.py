"""Announcements to open pages that a match has changed (publish/subscribe)."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from accounts.online import news
from core.live import fanout
from games.matches.models import Match
from games.rules import Seat


def match_topic(match_id: str) -> str:
    """Return the topic to which the open pages of a match subscribe."""
    return f"match.{match_id}"


def player_topic(user_id: int) -> str:
    """Return the topic for changes of any match of a player, given the player's primary key."""
    return f"player.{user_id}"


def announce(match: Match, *, there: Callable[[], fanout.Event] | None = None) -> None:
    """Announce a change of the match to its open pages and to both players; call it after the commit.

    Subscribers in this process get a copy of the match itself. A page that misses the event catches up with its next
    heartbeat. `there` returns further entries of the event for other processes; it is called only where events are
    published to them.
    """
    topics = [match_topic(match.pk), player_topic(match.first_id), player_topic(match.second_id)]
    event = {"type": "match.changed", "match": match.pk, "version": match.version}
    fanout.publish(topics, event, here={"committed": copy(match)}, there=there)
    news.announce(match.first_id, match.second_id, match=match.pk, ply=match.ply)


def announce_attendance(match_id: str, seat: Seat) -> None:
    """Announce that the player of this seat has arrived or left; call it after the commit."""
    fanout.publish([match_topic(match_id)], {"type": "match.attendance", "match": match_id, "seat": int(seat)})


def announce_live_partial(match_id: str, name: str) -> None:
    """Announce that a live partial of the match has changed; call it after the commit."""
    fanout.publish([match_topic(match_id)], {"type": "partial.changed", "name": name})
