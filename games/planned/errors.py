"""Errors: moves that cannot be planned."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import Refused

FEWER = _("It would score fewer points now.")


class YourTurn(Refused):
    """It is the player's turn: there is nothing to plan."""

    reason = _("It is your turn: play the move now.")


class NoPlans(Refused):
    """The game does not allow it: the tile of a turn is not known before."""

    reason = _("You can't plan moves in this game.")


class TooManyPlanned(Refused):
    """The player has planned as many moves as the limit allows."""

    reason = _("You have planned three moves: remove one first.")
