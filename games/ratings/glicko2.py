"""Glicko-2 after Mark Glickman, "Example of the Glicko-2 system", March 2022, and how ratings age. Pure functions.

Every match is a rating period of its own. The constants of ageing are ours: the deviation grows until the next match,
and a rating is settled or provisional by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import exp, log, pi, sqrt

SCALE = 173.7178  # rating points in one unit of the paper's inner scale
MIDDLE = 1500.0
TAU = 0.5  # how much a volatility may change; the paper's usual choice
CLOSE = 0.000001  # where the search for the volatility stops


@dataclass(frozen=True)
class Standing:
    """A player's rating, rating deviation (both in rating points) and volatility."""

    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        """Return the rating on the Glicko-2 scale."""
        return (self.rating - MIDDLE) / SCALE

    @property
    def phi(self) -> float:
        """Return the deviation on the Glicko-2 scale."""
        return self.deviation / SCALE


NEWCOMER = Standing()
Game = tuple[Standing, float]  # the opponent, and 1 for a win, 0.5 for a draw, 0 for a loss


def rate(player: Standing, games: Sequence[Game], periods: float = 1.0, share: float = 1.0) -> Standing:
    """Return the player's standing after a rating period with these games; steps 2 to 8 of the paper.

    `periods` is the length of the period, 1 in the paper: it scales the growth of the deviation in step 6. `share`
    is how much of each game counts (not in the paper): its terms in the sums are multiplied by it.
    The formulas fail for ratings more than about 6,000 points apart.
    """
    if not games or not share:
        return grow(player, periods)
    expected = [_expect(player, opponent) for opponent, _score in games]
    weights = [_weigh(opponent.phi) for opponent, _score in games]
    variance = 1 / (share * sum(weight**2 * e * (1 - e) for weight, e in zip(weights, expected, strict=True)))
    surprise = share * sum(weight * (score - e) for (_, score), weight, e in zip(games, weights, expected, strict=True))
    volatility = _new_volatility(player, variance, variance * surprise)
    widened = player.phi**2 + volatility**2 * periods
    phi = 1 / sqrt(1 / widened + 1 / variance)
    return Standing(SCALE * (player.mu + phi**2 * surprise) + MIDDLE, SCALE * phi, volatility)


def grow(player: Standing, periods: float) -> Standing:
    """Return the standing after this many periods without a game: only the deviation grows (end of step 6)."""
    deviation = SCALE * sqrt(player.phi**2 + player.volatility**2 * periods)
    return Standing(player.rating, deviation, player.volatility)


def chance(player: Standing, opponent: Standing) -> float:
    """Return the player's expected score, 0 to 1, given both deviations; a draw is half a win.

    From Glickman's "The Glicko system": the two deviations count together, so both players' chances add up to 1.
    """
    together = sqrt(player.phi**2 + opponent.phi**2)
    return 1 / (1 + exp(-_weigh(together) * (player.mu - opponent.mu)))


def _weigh(phi: float) -> float:
    """Return the paper's g: the weight of a game against an opponent of this deviation."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expect(player: Standing, opponent: Standing) -> float:
    """Return the paper's E: the expected score."""
    return 1 / (1 + exp(-_weigh(opponent.phi) * (player.mu - opponent.mu)))


def _new_volatility(player: Standing, variance: float, delta: float) -> float:
    """Return the root of f by the Illinois variant of regula falsi (step 5).

    `a`, `f` and `delta` are the paper's; `variance` is its v, `spread` is phi² + v, `low` and `high` are A and B.
    """
    a, spread = log(player.volatility**2), player.phi**2 + variance

    def f(x: float) -> float:
        return exp(x) * (delta**2 - spread - exp(x)) / (2 * (spread + exp(x)) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > spread:
        high = log(delta**2 - spread)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


# Every match is a separate rating period. The deviation grows continuously until the match ends, in PERIOD by as
# much as in one period of the paper: a deviation of 50 grows to 110 in a year without a match.
PERIOD = timedelta(days=4)
SETTLED = 110.0  # a deviation below this is settled; above it, the rating is shown with a "?" and has no rank
LEAST = 45.0  # the minimum deviation: below it, the rating of an active player would hardly change
MOST = NEWCOMER.deviation
FAR = timedelta(days=3650)


def grown(standing: Standing, elapsed: timedelta) -> Standing:
    """Return the standing after that time without a match; the deviation never exceeds a newcomer's."""
    later = grow(standing, max(elapsed / PERIOD, 0.0))
    return replace(later, deviation=min(later.deviation, MOST))


def kept_alive(standing: Standing) -> Standing:
    """Return the standing with at least the minimum deviation."""
    return replace(standing, deviation=max(standing.deviation, LEAST))


def settled_until(standing: Standing, since: datetime) -> datetime | None:
    """Return the time until which the rating stays settled without another match; None if it is not settled."""
    if standing.deviation >= SETTLED:
        return None
    periods = (SETTLED**2 - standing.deviation**2) / (standing.volatility * SCALE) ** 2
    return since + min(PERIOD * min(periods, FAR / PERIOD), FAR)
