"""The kinds of puzzles: what their solver looks for."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.rules import AnyGame


class Kind(models.TextChoices):
    """What makes a move an answer: the most points, the best winning chance, or in a line that every turn wins."""

    SUM = "sum", _("most points")
    CHANCE = "chance", _("best chance")
    DEFENCE = "defence", _("defence")
    PASS = "pass", _("pass or place")
    ENDING = "ending", _("ending")
    LINE = "line", _("win the ending")


def kind_by(chance: float, *, exact: bool, passes: bool = False) -> Kind:
    """Return the kind of a puzzle whose best move has this winning chance: an ending if every chance is exact.

    `passes`: one of the two best moves places nothing, such as a pass or an exchange.
    """
    if exact:
        return Kind.ENDING
    if passes:
        return Kind.PASS
    return Kind.DEFENCE if chance < 0.5 else Kind.CHANCE


def main_kind(game: AnyGame) -> Kind:
    """Return the kind of a game's daily puzzles: most points, unless mere counting finds them; then the ending."""
    return Kind.SUM if game.has_point_puzzles else Kind.ENDING
