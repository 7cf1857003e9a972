"""Why a match against a computer cannot begin, and why there is no hint."""

from django.utils.translation import gettext_lazy as _

from games.matches.errors import refusal

# The game has no computer player of this level.
NoSuchComputer = refusal(
    "NoSuchComputer", _("This computer player does not play this game. Choose another one."), status=404
)
# The form was sent with a time control or a stake that it does not offer.
NoSuchTerms = refusal("NoSuchTerms", _("Choose a time control, and rated or casual."), status=422)
# The match is rated, against a person, or a deal that others play too; or it is not the player's turn.
NoHint = refusal("NoHint", _("Hints are for your turns in casual matches against a computer."))
