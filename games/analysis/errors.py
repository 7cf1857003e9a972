"""Errors: refused requests for an analysis."""

from django.utils.translation import gettext_lazy as _

from core.limits import RETRY_AFTER
from games.matches.errors import TooMany, refusal

# The match is running; an analysis would show its players the best moves.
NotOver = refusal("NotOver", _("You can analyse a match once it is over."))
# No move was made.
NothingPlayed = refusal("NothingPlayed", _("Nothing to analyse: this match has no moves."))
# Rate limit: too many analyses were requested from one address.
TooManyAsked = refusal("TooManyAsked", _("That’s a lot of analyses. Try again in an hour."), TooMany, retry_after=3600)
# Too many evaluations wait already, of this visitor or of all.
TooManyAtOnce = refusal(
    "TooManyAtOnce",
    _("A lot is being worked out for you already. Try again in a moment."),
    TooMany,
    retry_after=RETRY_AFTER,
)


NOT_EVALUATED = _("We couldn’t work out the winning chance. Please reload the page.")
