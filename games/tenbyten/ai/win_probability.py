"""The win probability of a game by its race alone: the captured chips and the container, not the board."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from games.tenbyten.model.chips import START_CONTAINER
from games.tenbyten.model.game_over import CHIPS_TO_WIN, GAMES_TO_WIN
from games.tenbyten.model.movegen import Capture

CACHE_SIZE = 1 << 16  # pairs of a race and a capture
COEFFICIENTS = (0.141, -0.164, 1.133, 1.743, -0.04, 0.31, 0.929, 0.374, 0.414, -1.552, -1.363, -3.664)


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
        """Return whether the last capture won the game, or the container is empty."""
        return self.own >= CHIPS_TO_WIN or self.container <= 0

    @property
    def flipped(self) -> Race:
        """Return the race from the opponent's point of view."""
        return Race(self.other, self.own, self.container, 1 - self.draw_value)


NO_CAPTURE = Capture()


@lru_cache(maxsize=CACHE_SIZE)
def capture_value(race: Race, capture: Capture = NO_CAPTURE) -> float:
    """Return the win probability of the player to move after this capture; exact if it ends the game."""
    after = race.after(capture)
    if after.own >= CHIPS_TO_WIN:
        return 1.0
    if after.is_over:
        return (0.0, race.draw_value, 1.0)[1 + _sign(after.other - after.own)]
    return 1.0 - win_probability(after.flipped)


def win_probability(race: Race) -> float:
    """Estimate the win probability of the player to move in an unfinished game.

    A logistic regression over 30,000 turns of self-play between two-ply searches on its previous iteration.
    """
    left, own, other = race.container / START_CONTAINER, race.own / CHIPS_TO_WIN, race.other / CHIPS_TO_WIN
    late = 1 / (1 + race.container)
    lead, squares, cubes = own - other, own**2 - other**2, own**3 - other**3
    features = (
        *(1, left, lead, lead * left, lead * left**2),
        *(squares, squares * left, cubes, cubes * left),
        *(lead * late, squares * late, _sign(lead) * late),
    )
    logit = sum(coefficient * feature for coefficient, feature in zip(COEFFICIENTS, features, strict=True))
    return 1 / (1 + math.exp(-logit))


def match_win_probability(own: int, other: int) -> float:
    """Return the probability of winning the match from these numbers of games won, if every further game is even."""
    if GAMES_TO_WIN in (own, other):
        return float(own > other)
    return (match_win_probability(own + 1, other) + match_win_probability(own, other + 1)) / 2


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
