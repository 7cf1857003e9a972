"""Errors: why an offer cannot be made, accepted or withdrawn."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import Refused, TooMany


class NoSuchOffer(Refused):
    """There is no such offer, or this player may not see it."""

    status = 404
    reason = _("We could not find this challenge.")


class Taken(Refused):
    """Another player accepted the offer first."""

    reason = _("Too late: someone else just took this challenge.")


class Closed(Refused):
    """The offer was withdrawn or declined, or has expired."""

    reason = _("This challenge is no longer open.")


class OwnOffer(Refused):
    """The offer is the player's own."""

    reason = _("This is your own challenge. Another player has to accept it.")


class Yourself(Refused):
    """The player challenges themselves."""

    reason = _("You cannot challenge yourself.")


class Casual(Refused):
    """The match is rated, and one of the players is a guest."""

    status = 403
    reason = _("This match is rated, and guests play casual matches. Sign up to play it.")


class NoSuchPlayer(Refused):
    """There is no active player of this name."""

    reason = _("No player has this name.")


class TooManyOffers(TooMany):
    """The player has reached the limit of open offers."""

    reason = _("You have too many open challenges. Withdraw one first.")


class TooManyChallenges(TooMany):
    """The player has reached the limit of open challenges to one opponent."""

    reason = _("You have already challenged this player. Wait for the answer.")
