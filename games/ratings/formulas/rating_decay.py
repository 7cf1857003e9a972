"""Rating decay: the deviation grows with time, and ratings are settled or provisional. The constants are our own."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from games.ratings.formulas.glicko2 import NEWCOMER, SCALE, Standing, grow

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
