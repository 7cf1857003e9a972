"""What players are told of their clubs: requests, answers to theirs, and that they have become captain."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.notifications.hooks import Kind


class OfClub(Kind):
    """A notification about a club, whose key it has."""

    off_by_default = ("mail",)
    page = "clubs:club"
    has_key = True


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
