"""Errors: refused requests for an analysis."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import Refused, TooMany


class NotOver(Refused):
    """The match is running; an analysis would show its players the best moves."""

    reason = _("A match can be analysed when it is over, never before.")


class NothingPlayed(Refused):
    """No move was made."""

    reason = _("No move was made in this match, so there is nothing to analyse.")


class TooManyAsked(TooMany):
    """Rate limit: too many analyses were requested from one address."""

    retry_after = 3600
    reason = _("You have asked for many analyses. Please try again in an hour.")


NOT_EVALUATED = _("The winning chance could not be computed just now. Please load the page again.")
