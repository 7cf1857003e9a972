"""The kinds of puzzles, and how hard they are: their level and first rating."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.ratings.glicko2 import MIDDLE, Standing
from games.rules import AnyGame, reasons

BEGINNING = Standing(MIDDLE, 200.0)  # of an untried puzzle, whose first rating is an estimate
SPREAD = 200.0  # rating points of one standard deviation among untried puzzles
EASY_BELOW, HARD_FROM = 1400, 1600
THEMES_VERSION = 1  # of the themes of puzzles: raised when they change, it has all found again
CHECK_VERSION = 3  # of the search and the check: raised when either changes, it has all offered puzzles checked again


def check_version() -> int:
    """Return `CHECK_VERSION`, the default of new puzzles; as a function it needs no migration when it is raised."""
    return CHECK_VERSION


class Kind(models.TextChoices):
    """What makes a move an answer: the most points, the best winning chance, or, in a line, a win at every turn."""

    SUM = "sum", _("most points")
    CHANCE = "chance", _("best chance")
    DEFENCE = "defence", _("defence")
    PASS = "pass", _("pass or place")
    ENDING = "ending", _("ending")
    LINE = "line", _("win the ending")


class RunKind(models.TextChoices):
    """The kinds of runs: rows of puzzles with one move each."""

    SPRINT = "sprint", _("sprint")
    STREAK = "streak", _("puzzle streak")
    REPEAT = "repeat", _("repetition")
    OWN = "own", _("my mistakes")


class Theme(models.TextChoices):
    """What there is to see in a puzzle, or was not seen in a mistake: the names of `reasons.Theme`."""

    POINTS = reasons.Theme.POINTS.value, _("more points")
    SQUARES = reasons.Theme.SQUARES.value, _("coloured squares")
    REPLIES = reasons.Theme.REPLIES.value, _("the opponent’s replies")
    BLANKS = reasons.Theme.BLANKS.value, _("blanks")
    CAPTURES = reasons.Theme.CAPTURES.value, _("captures")
    ACROSS = reasons.Theme.ACROSS.value, _("diagonal captures")
    SEVERAL = reasons.Theme.SEVERAL.value, _("several at once")
    LINKED = reasons.Theme.LINKED.value, _("linked numbers")
    LONG = reasons.Theme.LONG.value, _("long sums")
    ORDER = reasons.Theme.ORDER.value, _("order of operations")
    FEWER = reasons.Theme.FEWER.value, _("fewer points")
    BLOCKED = reasons.Theme.BLOCKED.value, _("blocked tiles")
    OPEN = reasons.Theme.OPEN.value, _("squares kept open")
    PASSING = reasons.Theme.PASSING.value, _("passing")
    WRONG = reasons.Theme.WRONG.value, _("wrong tiles")
    ENDINGS = reasons.Theme.ENDINGS.value, _("endings")
    OTHER = reasons.Theme.OTHER.value, _("other moves")


Topic = Kind | Theme  # what a player may practise


def topic_of(name: str) -> Topic | None:
    """Return the kind or theme of this name, None if there is none; no kind has the name of a theme."""
    return Kind(name) if name in Kind.values else Theme(name) if name in Theme.values else None


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


class Level(models.TextChoices):
    """The levels a player can choose."""

    EASY = "easy", pgettext_lazy("a puzzle", "easy")
    MEDIUM = "medium", pgettext_lazy("a puzzle", "medium")
    HARD = "hard", pgettext_lazy("a puzzle", "hard")


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
