"""Why an offer cannot be made, accepted or taken back."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import Refused


class NoSuchOffer(Refused):
    """There is no such offer, or it is none of this player's business."""

    status = 404
    reason = _("This offer does not exist.")


class Taken(Refused):
    """Somebody else was quicker."""

    reason = _("Somebody else was a moment quicker: this offer is taken.")


class Closed(Refused):
    """The offer was withdrawn, declined or has run out."""

    reason = _("This offer is not open any more.")


class OwnOffer(Refused):
    """Nobody plays against themselves."""

    reason = _("This is your own offer: somebody else has to accept it.")


class Yourself(Refused):
    """Nobody challenges themselves."""

    reason = _("You cannot challenge yourself.")


class Casual(Refused):
    """A rated match is not for guests, nor against a guest."""

    status = 403
    reason = _("This match is rated, and guests play casual matches. Sign up to play it.")


class NoSuchPlayer(Refused):
    """Nobody who plays here has this name."""

    reason = _("There is no player with this name.")


class TooManyOffers(Refused):
    """A player has as many open offers as may be."""

    reason = _("You have enough open offers for now. Withdraw one of them first.")


class TooManyChallenges(Refused):
    """A player waits for the answer of another often enough."""

    reason = _("You have challenged this player already. Wait for an answer first.")
