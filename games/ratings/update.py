"""The effect of a match on its two players, and its score. Pure, so that recomputing is reproducible to the bit."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from math import floor

from games.matches.models import Match
from games.ratings.glicko2 import NEWCOMER, Standing, chance, grown, kept_alive, rate
from games.ratings.shares import FULL, Past, Share, shares_of, within_bound

WON, DRAWN, LOST = 1.0, 0.5, 0.0


def score_of(result: float, share: float, chance: float) -> int:
    """Return one player's score: 4 to 16 for a win, 2 to 5 for a draw, 0 to 3 for a loss; a half is rounded up.

    `share` is the player's of both players' points, `chance` the expected score before the match; both from 0 to 1.
    """
    surprise = 1 - chance
    score, least, most = {
        WON: (4 + 6 * (2 * share - 1) + 6 * surprise, 4, 16),
        DRAWN: (2 + 3 * surprise, 2, 5),
        LOST: (1.5 * 2 * share + 1.5 * surprise, 0, 3),
    }[result]
    return min(max(floor(score + 0.5), least), most)


def share_of(own: int, others: int) -> float:
    """Return the player's share of both players' points, clamped to 0 to 1; one half if there are none."""
    both = own + others
    return min(max(own / both, 0.0), 1.0) if both > 0 else 0.5


@dataclass(frozen=True)
class State:
    """A player's standing and results in a pool."""

    standing: Standing = NEWCOMER
    rated_at: datetime | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0
    newcomers: int = 0  # damped matches against newcomers, see `shares`

    def at(self, moment: datetime) -> Standing:
        """Return the standing at a later moment, with its grown deviation."""
        return grown(self.standing, moment - self.rated_at) if self.rated_at else self.standing


@dataclass(frozen=True)
class Step:
    """The effect of one match on one player: both standings before it, the player's after it, and how it was computed.

    `score` is None if the match has no score.
    """

    before: Standing
    opponent: Standing
    after: Standing
    chance: float
    result: float
    score: int | None
    share: Share = FULL

    @property
    def narrowed(self) -> float:
        """Return the factor by which the match has changed the deviation."""
        return self.after.deviation / self.before.deviation


Counted = tuple[State, Step]


def count(
    states: tuple[State, State],
    points: tuple[int, int],
    winner: int | None,
    at: datetime,
    *,
    scored: bool,
    shares: tuple[Share, Share] = (FULL, FULL),
) -> list[Counted]:
    """Return both players' new states after a match that ended at this moment, and its effect on each.

    `winner` is a seat, None for a draw; `scored` says whether the match has a score, `shares` how much of
    it counts for each.
    """
    now = [state.at(at) for state in states]
    results = [DRAWN if winner is None else WON if winner == seat else LOST for seat in (1, 2)]
    effects = []
    for own, other in ((0, 1), (1, 0)):
        points_share = share_of(points[own], points[other]) if scored else None
        step = _step(now[own], now[other], results[own], points_share, shares[own])
        effects.append((_after(states[own], step, at), step))
    return effects


def count_match(
    match: Match, states: tuple[State, State], pasts: tuple[Past, Past], computers: Collection[int], at: datetime
) -> list[Counted]:
    """Return both players' new states after a finished match that counts at this moment, and its effect on each.

    The rules of `shares` apply. `pasts` are both players' earlier matches in the pool; `computers` are the primary keys
    of computer players.
    """

    def counted(shares: tuple[Share, Share]) -> list[Counted]:
        points = (match.first_points, match.second_points)
        return count(states, points, match.winner, at, scored=match.scores, shares=shares)

    shares = shares_of(match, pasts, computers)
    after = counted(shares)
    first, second = (
        within_bound(match, step.share, step.after.rating - step.before.rating, step.narrowed) for _state, step in after
    )
    return after if (first, second) == shares else counted((first, second))


def weigh_up(player: Standing, opponent: Standing, result: float, share: float = 1.0) -> Standing:
    """Return the player's standing after one match with this result, or after a share of one."""
    return kept_alive(rate(player, [(opponent, result)], periods=0, share=share))


def _step(player: Standing, opponent: Standing, result: float, points_share: float | None, share: Share) -> Step:
    likely = chance(player, opponent)
    score = None if points_share is None else score_of(result, points_share, likely)
    after = weigh_up(player, opponent, result, share.value)
    return Step(player, opponent, after, likely, result, score, share)


def _after(state: State, step: Step, at: datetime) -> State:
    return replace(
        state,
        standing=step.after,
        rated_at=at,
        won=state.won + (step.result == WON),
        drawn=state.drawn + (step.result == DRAWN),
        lost=state.lost + (step.result == LOST),
        newcomers=state.newcomers + step.share.newcomer,
    )
