"""Errors: refused requests for an analysis."""

from django.utils.translation import gettext_lazy as _

from core.limits import RETRY_AFTER
from games.matches.errors import Refused, TooMany


class NotOver(Refused):
    """The match is running; an analysis would show its players the best moves."""

    reason = _("You can analyse a match once it is over.")


class NothingPlayed(Refused):
    """No move was made."""

    reason = _("Nothing to analyse: this match has no moves.")


class TooManyAsked(TooMany):
    """Rate limit: too many analyses were requested from one address."""

    retry_after = 3600
    reason = _("That's a lot of analyses. Try again in an hour.")


class TooManyAtOnce(TooMany):
    """Too many evaluations wait already, of this visitor or of all."""

    retry_after = RETRY_AFTER
    reason = _("A lot is being worked out for you already. Try again in a moment.")


NOT_EVALUATED = _("We couldn't work out the winning chance. Please reload the page.")
