"""Who is told of what: open pages that the lobby changed, players of challenges and of live matches that can begin."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy

from accounts.models import User
from core.live import fanout
from games.clubs import services as clubs
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.time.control import CALLING
from games.notifications.hooks import Kind
from games.notifications.models import Notification
from games.notifications.services import notify


class Challenge(Kind):
    """Another player's challenge."""

    key = "challenge"
    label = gettext_lazy("A player challenges you")
    title = gettext_lazy("%(name)s challenges you")
    body = gettext_lazy("Do you accept a match of %(game)s?")
    delays = {"push": timedelta(seconds=30), "mail": timedelta(minutes=5)}
    is_from_player = True
    is_urgent = True
    rings = True
    page = "lobby:lobby"

    def is_current(self, notification: Notification) -> bool:
        """Return whether the challenge still waits for an answer."""
        return Offer.objects.filter(pk=notification.key, status=Offer.Status.OPEN).exists()


class Call(Kind):
    """A live match can begin: the opponent is there."""

    key = "call"
    label = gettext_lazy("Your live match can begin")
    delays = {"push": timedelta(seconds=5)}  # a page that is open goes to the match, which counts as seen
    is_urgent = True
    has_toast = False  # the lobby calls as long as the match waits
    title = gettext_lazy("%(name)s is here: play now")
    body = gettext_lazy("Your live match of %(game)s can begin.")
    stays = CALLING

    def is_current(self, notification: Notification) -> bool:
        """Return whether the match still waits for the player."""
        return notification.match is not None and notification.match.is_gathering

    def news(self, notification: Notification) -> Mapping[str, object]:
        """Tell pages that a match begins."""
        return {"ply": 0}


def tell_challenge(opponent: User, challenger: User, offer_id: str, game_slug: str) -> None:
    """Tell a player of a challenge."""
    notify(opponent, Challenge.key, offer_id, other=challenger, game_slug=game_slug)


def tell_call(player: User, opponent: User, match: Match) -> None:
    """Call a player to a live match whose opponent is there; once a match."""
    notify(player, Call.key, match.pk, match=match, other=opponent, game_slug=match.game_slug)


LOBBY = "lobby"
_changes = 0


def announce() -> None:
    """Have every open lobby page brought up to date; call it after the commit.

    A page that misses the event catches up with its next heartbeat.
    """
    note_change()
    fanout.publish([LOBBY], {"type": "lobby.changed"})


def announce_offers(offers: Collection[Offer]) -> None:
    """Have open lobbies, and pages of the clubs of these offers, brought up to date after the commit."""
    transaction.on_commit(announce)
    for club_id in {offer.club_id for offer in offers if offer.club_id}:
        clubs.announce(club_id)


def note_change() -> None:
    """Have the next page that is loaded from this process read the lists again."""
    global _changes
    _changes += 1


def changes() -> int:
    """Return how many changes this process has noted."""
    return _changes
