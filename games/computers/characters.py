"""The names, styles and measured strengths of the computer players: one character for each level, in all games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NotRequired, TypedDict

from django.utils.translation import gettext_lazy as _

from accounts.names import computer_account, computer_name
from games.catalogue import strengths_file

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Character:
    """A computer player as shown to people; `account` is its username, which its URLs keep."""

    level: int
    account: str
    name: str
    strength: _StrPromise | str
    style: _StrPromise | str


_STYLES = (
    _("Pip has just learned the rules and misses a lot."),
    _("Bo plays the first good move he sees."),
    _("Noor looks twice and then decides."),
    _("Tess finds a good move, but not every place where it fits."),
    _("Otto takes the points in plain sight."),
    _("Finn seldom misses a good move."),
    _("Mila finds nearly every good move and leaves few for you."),
    _("Ada looks ahead and leaves you little."),
)


def character(level: int) -> Character:
    """Return the character of this level; a level without a character of its own is named after its account."""
    account = computer_account(level)
    style = _STYLES[level - 1] if 1 <= level <= len(_STYLES) else ""
    return Character(level, account, computer_name(account), _("level %(level)s") % {"level": level}, style)


@dataclass(frozen=True)
class Measured:
    """The result of mirrored matches of one level against the `other`, with 95 % confidence intervals (`bench.elo`).

    Rates are from 0 to 1; an Elo difference is None where it is unbounded.
    """

    other: int
    matches: int
    rate: float
    low: float
    high: float
    elo: int | None
    elo_low: int | None
    elo_high: int | None

    @property
    def percents(self) -> tuple[float, float, float]:
        """Return the rate and its confidence interval in percent."""
        return round(100 * self.rate, 2), round(100 * self.low, 2), round(100 * self.high, 2)


def measured(slug: str, level: int) -> list[Measured]:
    """Return the results of this level against every measured opponent, the weakest first."""
    rows = [_seen_from(level, row) for row in _rows(slug) if level in row["levels"]]
    return sorted(rows, key=lambda one: one.other)


class PairResult(TypedDict):
    """The result of two levels in `strengths_file`, from the first one's point of view.

    `elo` has the difference and its bounds; `ms` and `most_ms` are milliseconds per move, by level. `sprt` has the two
    Elo differences between which a sequential test decided when to stop.
    """

    levels: list[int]
    matches: int
    wins: int
    draws: int
    losses: int
    rate: float
    low: float
    high: float
    elo: list[int | None]
    ms: list[float]
    most_ms: list[int]
    sprt: NotRequired[list[int]]


def _seen_from(level: int, row: PairResult) -> Measured:
    one, two = row["levels"]
    if level == one:
        return Measured(two, row["matches"], row["rate"], row["low"], row["high"], *row["elo"])
    elo, low, high = (None if figure is None else -figure for figure in row["elo"])
    return Measured(one, row["matches"], 1 - row["rate"], 1 - row["high"], 1 - row["low"], elo, high, low)


@cache
def _rows(slug: str) -> list[PairResult]:
    file = strengths_file(slug)
    rows: list[PairResult] = json.loads(file.read_text())["pairs"] if file.exists() else []
    return rows
