"""Why a match against a computer cannot begin."""

from django.utils.translation import gettext_lazy as _

from games.matches.errors import Refused


class NoSuchComputer(Refused):
    """The game has no computer player of this level."""

    status = 404
    reason = _("This computer player does not play this game. Choose another one.")


class NoSuchTerms(Refused):
    """The form was sent with a time control or a stake that it does not offer."""

    status = 422
    reason = _("Choose the time, and rated or casual, from the lists.")
