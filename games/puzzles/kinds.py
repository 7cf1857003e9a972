"""The kinds of puzzles: what their solver looks for."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What makes a move an answer: the most points, or the best winning chance."""

    SUM = "sum", _("most points")
    CHANCE = "chance", _("best chance")
    DEFENCE = "defence", _("defence")
    ENDING = "ending", _("ending")


def kind_by(chance: float, *, exact: bool) -> Kind:
    """Return the kind of a puzzle whose best move has this winning chance: an ending if every chance is exact."""
    if exact:
        return Kind.ENDING
    return Kind.DEFENCE if chance < 0.5 else Kind.CHANCE
