"""What players are told of their clubs: requests, answers to theirs, and that they have become captain."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.clubs.models import Club
from games.notifications.hooks import Kind
from games.notifications.models import Notification
from games.notifications.services import notify


class OfClub(Kind):
    """A notification about a club, whose key it has."""

    off_by_default = ("mail",)

    def path(self, notification: Notification) -> str:
        """Return the path of the club's page."""
        return reverse("clubs:club", args=[notification.key.partition(".")[0]])


class Asked(OfClub):
    """A player asks to join a club of which the player is a captain."""

    key = "club-asked"
    label = gettext_lazy("A player asks to join your club")
    title = gettext_lazy("%(name)s asks to join your club")
    body = gettext_lazy("Accept or refuse on the page of the club.")
    is_from_player = True


class Admitted(OfClub):
    """A captain has accepted the player."""

    key = "club-admitted"
    label = gettext_lazy("A club has accepted you")
    title = gettext_lazy("You are a member of the club now")
    body = gettext_lazy("See who else is there.")


class Captain(OfClub):
    """The player has become captain by the rule."""

    key = "club-captain"
    label = gettext_lazy("You have become captain of a club")
    title = gettext_lazy("You are captain of your club now")
    body = gettext_lazy("The club had no captain, and you are the longest member here.")


def tell_asked(club: Club, player: User, captains: Iterable[User]) -> None:
    """Tell the captains of a request; once for each player who asks."""
    for captain in captains:
        notify(captain, Asked.key, f"{club.pk}.{player.pk}", other=player)


def tell_admitted(club: Club, player: User) -> None:
    """Tell a player whose request was accepted."""
    notify(player, Admitted.key, club.pk)


def tell_captain(club: Club, player: User) -> None:
    """Tell a player who has become captain by the rule."""
    notify(player, Captain.key, club.pk)
