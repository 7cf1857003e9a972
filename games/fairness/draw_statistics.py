"""View models of the fairness page: tables, bars, and the chi-squared tests of the counted draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import erfc, exp, expm1, lgamma, log, log1p, sqrt

from games.catalogue import games
from games.fairness.models import DrawCount
from games.fairness.services import Order, orders_of
from games.matches.templatetags.sentences import sign
from games.rules import AnyGame, Sentence

FEWEST = 5  # least expected count of a cell for which the chi-squared approximation is used (Cochran, 1954)
UNUSUAL, HARDLY = 0.05, 0.001  # p-values below which the verdict has another wording
SMALLEST_ODDS = 1e-6  # a smaller probability is shown as "less than 1 in a million"
LARGEST_ODDS = 0.995  # a larger one as "more than 99%", since it would round to 100%
HEIGHT, BAR, GAP = 32, 10, 3  # height of the chart, width of a bar and of a gap, in units of the SVG

Counts = Mapping[str, Sequence[int]]  # contingency table: for each face, its count in each part of the order


@dataclass(frozen=True)
class ChiSquaredResult:
    """The result of a test: the chi-squared statistic, its degrees of freedom, and the p-value."""

    square: float
    freedom: int
    chance: float


def expected(counts: Counts) -> dict[str, list[float]]:
    """Return the expected count of each cell: row sum times column sum, divided by the sum of all counts."""
    parts = [sum(column) for column in zip(*counts.values(), strict=True)]
    return {face: [sum(row) * part / sum(parts) for part in parts] for face, row in counts.items()}


def is_enough(counts: Counts) -> bool:
    """Return whether every expected count is at least `FEWEST`."""
    return bool(counts) and min(min(row) for row in expected(counts).values()) >= FEWEST


def result_of(counts: Counts, matches: int) -> ChiSquaredResult:
    """Test the hypothesis that in each of these matches every order of its tiles was equally likely.

    Tiles are drawn without replacement, so the counts of one match are hypergeometric: with N tiles their covariance is
    N / (N - 1) times that of the multinomial distribution in Pearson's test. The matches are independent and have the
    same tiles, so the covariances add up: Pearson's statistic of the summed counts, times (N - 1) / N, has a
    chi-squared distribution with (faces - 1) (parts - 1) degrees of freedom asymptotically, and that mean exactly for
    any number of matches.

    It is the generalised Cochran-Mantel-Haenszel statistic of general association with one stratum for each match:
    J. R. Landis, E. R. Heyman and G. G. Koch, "Average partial association in three-way contingency tables",
    International Statistical Review 46 (1978) 237-254.
    """
    tiles = sum(map(sum, counts.values())) / matches
    pearson = sum(
        (number - mean) ** 2 / mean
        for face, means in expected(counts).items()
        for number, mean in zip(counts[face], means, strict=True)
    )
    square = pearson * (tiles - 1) / tiles
    freedom = (len(counts) - 1) * (len(next(iter(counts.values()))) - 1)
    return ChiSquaredResult(square, freedom, survival(square, freedom))


def survival(square: float, freedom: int) -> float:
    """Return the probability that a chi-squared variable exceeds `square` (survival function).

    Uses the finite sums 26.4.4 and 26.4.5 of M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964).
    Raises ValueError below one degree of freedom.
    """
    if freedom < 1:
        raise ValueError("a test needs a degree of freedom")
    half = square / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    steps = (place + odd / 2 for place in range(freedom // 2))
    rest = sum(exp(step * log(half) - half - lgamma(step + 1)) for step in steps)
    return min((erfc(sqrt(half)) if odd else 0.0) + rest, 1.0)


def chance_of_any(chances: Sequence[float]) -> float:
    """Return the smallest of these p-values of independent tests, corrected for their number (Šidák correction)."""
    least = min(min(chances), 1 - 1e-12)  # the logarithm below needs a value under 1
    return -expm1(len(chances) * log1p(-least))


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
        return "\N{NO-BREAK SPACE}· ".join(
            f"{sum(row) // self.matches} {sign(face)}" for face, row in self.counts.items()
        )

    @property
    def kind(self) -> str:
        """Return the kind of the tiles, which decides how they are drawn."""
        return self.order.piles[0].kind

    @property
    def tiles(self) -> int:
        """Return the number of tiles in a match."""
        return len(self.order.faces)

    @property
    def piles(self) -> list[tuple[Sentence, Interval]]:
        """Return the labels of the piles with their places."""
        labels, first = [], 1
        for pile in self.order.piles:
            labels.append((pile.label, Interval(first, first + pile.count - 1)))
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
