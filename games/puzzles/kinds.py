"""The kinds of puzzles: what their solver looks for."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.rules import AnyGame


class Kind(models.TextChoices):
    """What makes a move an answer: the most points, the best winning chance, or, in a line, a win at every turn."""

    SUM = "sum", _("most points")
    CHANCE = "chance", _("best chance")
    DEFENCE = "defence", _("defence")
    PASS = "pass", _("pass or place")
    ENDING = "ending", _("ending")
    LINE = "line", _("win the ending")


def kind_by(chance: float, *, exact: bool, passes: bool = False) -> Kind:
    """Return the kind of a puzzle by winning chance: an ending if all chances are `exact`.

    `chance` is that of the best move. With `passes`, the best answer or the best other move places nothing, such as a
    pass or an exchange.
    """
    if exact:
        return Kind.ENDING
    if passes:
        return Kind.PASS
    return Kind.DEFENCE if chance < 0.5 else Kind.CHANCE


def main_kind(game: AnyGame) -> Kind:
    """Return the kind of a game's daily puzzles: most points or, in a game without such puzzles, the ending."""
    return Kind.SUM if game.has_point_puzzles else Kind.ENDING
