"""View models of the fairness page: tables, bars, and the results of the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.catalogue import games
from games.fairness.chi_squared import ChiSquaredResult, chance_of_any, expected, is_enough, result_of
from games.fairness.models import DrawCount
from games.fairness.orders import Order, orders_of
from games.matches.templatetags.sentences import sign
from games.rules import AnyGame, Sentence

UNUSUAL, HARDLY = 0.05, 0.001  # p-values below which the verdict has another wording
SMALLEST_ODDS = 1e-6  # a smaller probability is shown as "fewer than 1 of a million"
LARGEST_ODDS = 0.995  # a larger one as "more than 99 of 100", since it would round to 100
HEIGHT, BAR, GAP = 32, 10, 3  # height of the chart, width of a bar and of a gap, in units of the SVG


@dataclass(frozen=True)
class Odds:
    """A probability of `many` in `of`; `bound` is -1 if it is less than that, 1 if it is more, else 0."""

    many: int
    of: int
    bound: int = 0


@dataclass(frozen=True)
class Bar:
    """One cell: its count, its expected count, and its bar in the chart, which is half as high as the chart if equal.

    `y` is measured from the top.
    """

    count: int
    mean: float
    x: int
    y: float
    height: float


@dataclass(frozen=True)
class Face:
    """One row of a table: a face, the number of its tiles in a match, and its bars."""

    face: str
    each: int
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Interval:
    """The places of an order that are counted together: the first and the last, both included, counted from 1."""

    first: int
    last: int


@dataclass(frozen=True)
class Named:
    """The label of a pile of an order, and its places."""

    label: Sentence
    interval: Interval


class OrderStatistics:
    """The statistics of one order of a game over all counted matches."""

    def __init__(self, row: DrawCount, order: Order, *, has_sisters: bool) -> None:
        """Take the counts, and a sample of the order for its piles.

        `has_sisters` says that the game has orders of the same title but with other tiles, because of other options.
        """
        self.has_sisters = has_sisters
        self.pk = row.pk
        self.game: AnyGame = games()[row.game_slug]
        self.matches = row.matches
        self.counts: dict[str, list[int]] = row.counts
        self.order = order

    @property
    def title(self) -> Sentence:
        """Return the label of the largest pile."""
        return max(self.order.piles, key=lambda pile: pile.count).label

    @property
    def makeup(self) -> str:
        """Return the tiles of one match as text: how many of each face."""
        return " · ".join(f"{sum(row) // self.matches} {sign(face)}" for face, row in self.counts.items())

    @property
    def kind(self) -> str:
        """Return the kind of the tiles, which decides how they are drawn."""
        return self.order.piles[0].kind

    @property
    def tiles(self) -> int:
        """Return the number of tiles in a match."""
        return len(self.order.faces)

    @property
    def piles(self) -> list[Named]:
        """Return the labels of the piles with their places."""
        labels, first = [], 1
        for pile in self.order.piles:
            labels.append(Named(pile.label, Interval(first, first + pile.count - 1)))
            first += pile.count
        return labels

    @property
    def parts(self) -> list[Interval]:
        """Return the parts of the order that are counted together."""
        return [Interval(part.start + 1, part.stop) for part in self.order.parts]

    @cached_property
    def outcome(self) -> ChiSquaredResult | None:
        """Return the result of the test; None while there are too few matches."""
        return result_of(self.counts, self.matches) if is_enough(self.counts) else None

    @property
    def odds(self) -> Odds | None:
        """Return the p-value as odds; None while there are too few matches."""
        return odds_of(self.outcome.chance) if self.outcome else None

    @property
    def faces(self) -> list[Face]:
        """Return the rows of the table."""
        means = expected(self.counts)
        return [
            Face(face, sum(row) // self.matches, tuple(map(_bar, range(len(row)), row, means[face])))
            for face, row in self.counts.items()
        ]

    @property
    def width(self) -> int:
        """Return the width of the chart of one face, in units of the SVG."""
        return len(self.parts) * (BAR + GAP) - GAP


@dataclass(frozen=True)
class Verdict:
    """The verdict on all tests: their number, the corrected smallest p-value as odds, and a keyword for it."""

    tests: int
    odds: Odds
    word: str


def all_draws() -> list[OrderStatistics]:
    """Return all counted orders by game; those of games or options that no longer exist are left out."""
    rows = DrawCount.objects.filter(game_slug__in=games()).order_by("game_slug", "place", "-matches", "key")
    pairs = [(row, order) for row in rows if (order := _sample(row))]
    makeups = Counter((row.game_slug, row.place) for row, _order in pairs)
    return [OrderStatistics(row, order, has_sisters=makeups[row.game_slug, row.place] > 1) for row, order in pairs]


def verdict_on(draws: Sequence[OrderStatistics]) -> Verdict | None:
    """Return the verdict on the tests of these orders; None while there is no test."""
    chances = [one.outcome.chance for one in draws if one.outcome]
    if not chances:
        return None
    chance = chance_of_any(chances)
    word = "hardly" if chance < HARDLY else "unusual" if chance < UNUSUAL else "fair"
    return Verdict(len(chances), odds_of(chance), word)


def odds_of(chance: float) -> Odds:
    """Return the probability in hundredths, or if it is smaller in thousandths and so on, down to millionths."""
    if chance < SMALLEST_ODDS:
        return Odds(1, 1_000_000, -1)
    if chance > LARGEST_ODDS:
        return Odds(99, 100, 1)
    of = next(of for of in (100, 1000, 10_000, 100_000, 1_000_000) if chance * of >= 1 or of == 1_000_000)
    return Odds(round(chance * of), of)


def _sample(row: DrawCount) -> Order | None:
    """Return an order of the same tiles, from an arbitrary seed; None if the rules or options have changed."""
    game: AnyGame = games()[row.game_slug]
    try:
        orders = list(orders_of(game, game.options_type.read(row.option_data), b"any"))
    except ValueError:
        return None
    return next((order for order in orders[row.place : row.place + 1] if order.key == row.key), None)


def _bar(place: int, count: int, mean: float) -> Bar:
    """Return the bar at this index in its chart; twice the expected count or more fills the chart."""
    height = round(min(count / mean if mean else 0, 2) * HEIGHT / 2, 1)
    return Bar(count, mean, place * (BAR + GAP), round(HEIGHT - height, 1), height)
