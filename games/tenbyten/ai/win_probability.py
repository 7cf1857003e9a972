"""The win probability of a game from its race alone: the captured chips and the container, not the board.

The race is won with `CHIPS_TO_WIN` captured chips, or by the player with fewer of them once the container is empty.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from games.tenbyten.model.chips import START_CONTAINER
from games.tenbyten.model.game_over import CHIPS_TO_WIN, GAMES_TO_WIN
from games.tenbyten.model.movegen import Capture

CACHE_SIZE = 1 << 12  # races
QUICK_COEFFICIENTS = (0.141, -0.164, 1.133, 1.743, -0.04, 0.31, 0.929, 0.374, 0.414, -1.552, -1.363, -3.664)
DEEP_COEFFICIENTS = (0.254, -0.296, 2.74, 1.773, -1.298, 4.041, -7.863, -2.756, 6.853, -16.034, 7.758, -1.981)


class Race(NamedTuple):
    """The capture counts of the player to move and of the opponent, and the chips left in the container.

    `draw_value` is the value of a drawn game for the player to move, from 0 (as a loss) to 1 (as a win).
    """

    own: int
    other: int
    container: int
    draw_value: float = 0.5

    def after(self, capture: Capture) -> Race:
        """Return the race after a capture and the refill of the hand, still from the mover's point of view.

        The container may be -1: it ran empty before the refill.
        """
        container = self.container + capture.red
        bonus = min(capture.blue, container)
        own = self.own + capture.taken - capture.red + bonus
        return self._replace(own=own, container=container - bonus - 1)

    @property
    def is_over(self) -> bool:
        """Return whether the last move ended the game: by enough captured chips, or an empty container."""
        return self.own >= CHIPS_TO_WIN or self.container <= 0

    @property
    def final_value(self) -> float:
        """Return the value of a finished game for the player who made the last move: 1 for a win, 0 for a loss."""
        if self.own >= CHIPS_TO_WIN:
            return 1.0
        return (0.0, self.draw_value, 1.0)[1 + _sign(self.other - self.own)]

    @property
    def flipped(self) -> Race:
        """Return the race from the opponent's point of view."""
        return Race(self.other, self.own, self.container, 1 - self.draw_value)


NO_CAPTURE = Capture()
Estimate = Callable[[Race], float]  # of the win probability of the player to move in an unfinished game


class CaptureValues(dict[Capture, float]):
    """The win probability of the player to move after each capture in this race, computed on demand.

    It is exact if the capture ends the game.
    """

    def __init__(self, race: Race, estimate: Estimate) -> None:
        """Create an empty mapping; each capture is valued at its first look-up."""
        super().__init__()
        self.race, self.estimate = race, estimate

    def __missing__(self, capture: Capture) -> float:
        """Compute and store the value of a capture."""
        after = self.race.after(capture)
        self[capture] = value = after.final_value if after.is_over else 1.0 - self.estimate(after.flipped)
        return value


@lru_cache(maxsize=CACHE_SIZE)
def capture_values(race: Race, estimate: Estimate) -> CaptureValues:
    """Return the shared values of the captures in this race."""
    return CaptureValues(race, estimate)


def quick_estimate(race: Race) -> float:
    """Estimate the win probability of the player to move in an unfinished game of players who look two plies ahead.

    A logistic regression over 30,000 turns of self-play between two-ply searches on its previous iteration.
    """
    return _logistic(race, QUICK_COEFFICIENTS)


def deep_estimate(race: Race) -> float:
    """Estimate the win probability of the player to move in an unfinished game of players who search further.

    A logistic regression over the turns of self-play of such a search. While few chips are left it is closer to one
    half: they find the captures by which the player with more chips still wins.
    """
    return _logistic(race, DEEP_COEFFICIENTS)


def _logistic(race: Race, coefficients: tuple[float, ...]) -> float:
    stock, own, other = race.container / START_CONTAINER, race.own / CHIPS_TO_WIN, race.other / CHIPS_TO_WIN
    late = 1 / (1 + race.container)
    lead, squares, cubes = own - other, own**2 - other**2, own**3 - other**3
    features = (
        *(1, stock, lead, lead * stock, lead * stock**2),
        *(squares, squares * stock, cubes, cubes * stock),
        *(lead * late, squares * late, _sign(lead) * late),
    )
    logit = sum(coefficient * feature for coefficient, feature in zip(coefficients, features, strict=True))
    return 1 / (1 + math.exp(-logit))


def match_win_probability(own: int, other: int) -> float:
    """Return the probability of winning the match from these numbers of games won, if every further game is even."""
    if GAMES_TO_WIN in (own, other):
        return float(own > other)
    return (match_win_probability(own + 1, other) + match_win_probability(own, other + 1)) / 2


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
