"""Why a match is not analysed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import Refused


class NotOver(Refused):
    """The match still runs: whoever saw the best moves would play them."""

    reason = _("A match can be analysed when it is over, never before.")


class NothingPlayed(Refused):
    """No move was made."""

    reason = _("No move was made in this match, so there is nothing to analyse.")


class TooManyAsked(Refused):
    """One address asked for too many."""

    status = 429
    reason = _("You have asked for many analyses. Please try again in an hour.")
