"""The difficulty of a puzzle: its level, its first rating, and the rating update after a first move.

Pure functions of plain values.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ratings.glicko2 import MIDDLE, Standing
from games.ratings.update import LOST, WON, weigh_up

BEGINNING = Standing(MIDDLE, 200.0)  # of an untried puzzle, whose first rating is an estimate
SPREAD = 200.0  # rating points of one standard deviation among untried puzzles
EASY_BELOW, HARD_FROM = 1400, 1600


class Level(models.TextChoices):
    """The levels a player can choose."""

    EASY = "easy", _("easy")
    MEDIUM = "medium", _("medium")
    HARD = "hard", _("hard")


BOUNDS = {  # of the ratings of each level: the lowest one, and the lowest of the next level
    Level.EASY: (float("-inf"), EASY_BELOW),
    Level.MEDIUM: (EASY_BELOW, HARD_FROM),
    Level.HARD: (HARD_FROM, float("inf")),
}
TARGETS = {Level.EASY: 1300.0, Level.MEDIUM: MIDDLE, Level.HARD: 1700.0}


def level_of(rating: float) -> Level:
    """Return the level of a puzzle of this rating."""
    return Level.EASY if rating < EASY_BELOW else Level.HARD if rating >= HARD_FROM else Level.MEDIUM


def first_rating(hardness: float, others: Sequence[float]) -> float:
    """Return the first rating of a puzzle: the quantile of its hardness in its game, mapped to a normal distribution.

    `others` is the hardness of other puzzles of the game. So every game has easy and hard puzzles, however many legal
    moves its positions usually have.
    """
    below = sum(other < hardness for other in others) + sum(other == hardness for other in others) / 2
    share = (below + 0.5) / (len(others) + 1)
    return MIDDLE + SPREAD * NormalDist().inv_cdf(share)


def meet(player: Standing, puzzle: Standing, *, solved: bool) -> tuple[Standing, Standing]:
    """Return the standings of player and puzzle after the first move: Glicko-2, as after a match between them."""
    results = (WON, LOST) if solved else (LOST, WON)
    return weigh_up(player, puzzle, results[0]), weigh_up(puzzle, player, results[1])
