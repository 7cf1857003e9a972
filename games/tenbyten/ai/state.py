"""The state of the search: the captures that a board allows, the race, the mover's hand, the multiset of unseen chips.

Captures are updated incrementally: after a move only the lines through changed squares are read again. The race is won
with `CHIPS_TO_WIN` captured chips, fewer with a handicap, or by the player with fewer of them once the container is
empty; from it alone, not from the board, comes the estimated win probability of a game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from games.tenbyten.model.board import CHIPS_TO_WIN, GAMES_TO_WIN, START_CONTAINER, Chips, index_of
from games.tenbyten.model.moves import (
    CACHE_SIZE,
    LINE_READERS,
    LINES_THROUGH,
    Capture,
    Move,
    Placement,
    Selection,
    generate_moves,
    selections_on_line,
)
from games.tenbyten.model.position import TenByTenView

CapturesByChip = Mapping[str, set[Capture]]
LineCaptures = tuple[tuple[Placement, tuple[Capture, ...]], ...]  # of every placement that makes a line of 10 there


class Board(NamedTuple):
    """The faces of the grid, and for each board line the captures that are possible on it."""

    faces: Chips
    lines: tuple[LineCaptures, ...]

    @classmethod
    def read(cls, faces: Chips) -> Board:
        """Return the board with these faces."""
        return cls(faces, tuple(_captures_on_line(number, read(faces)) for number, read in enumerate(LINE_READERS)))

    def after(self, placement: Placement, emptied: Iterable[int] = ()) -> Board:
        """Return the board with one more chip and these squares emptied, given by their indices."""
        chip, placed = placement
        faces, lines = list(self.faces), list(self.lines)
        faces[placed] = chip
        changed = set(LINES_THROUGH[placed])
        for index in emptied:
            faces[index] = ""
            changed.update(LINES_THROUGH[index])
        after = tuple(faces)
        for number in changed:
            lines[number] = _captures_on_line(number, LINE_READERS[number](after))
        return Board(after, tuple(lines))

    def captures(self) -> CapturesByChip:
        """Return the captures that each chip could make, on one or more lines; chips without any are left out."""
        by_chip: dict[str, set[Capture]] = {}
        by_placement: dict[Placement, tuple[Capture, ...]] = {}
        for line in self.lines:
            for placement, captures in line:
                if earlier := by_placement.get(placement):
                    captures = (*earlier, *captures, *(_sum(one, other) for one in earlier for other in captures))
                by_placement[placement] = captures
                chip = placement[0]
                if chip in by_chip:
                    by_chip[chip].update(captures)
                else:
                    by_chip[chip] = set(captures)
        return by_chip


@lru_cache(maxsize=CACHE_SIZE)
def _captures_on_line(number: int, faces: Chips) -> LineCaptures:
    return tuple(
        (placement, tuple(dict.fromkeys(selection.capture for selection in selections[1:])))
        for placement, selections in selections_on_line(number, faces)
    )


@lru_cache(maxsize=CACHE_SIZE)
def _sum(one: Capture, other: Capture) -> Capture:
    """Return the capture on two board lines, which share only the placed chip."""
    return Capture(one.taken + other.taken, one.red + other.red, one.blue + other.blue)


CACHED_RACES = 1 << 12
QUICK_COEFFICIENTS = (0.141, -0.164, 1.133, 1.743, -0.04, 0.31, 0.929, 0.374, 0.414, -1.552, -1.363, -3.664)
DEEP_COEFFICIENTS = (0.254, -0.296, 2.74, 1.773, -1.298, 4.041, -7.863, -2.756, 6.853, -16.034, 7.758, -1.981)


class Race(NamedTuple):
    """The capture counts of the player to move and of the opponent, and the chips left in the container.

    `draw_value` is the value of a drawn game for the player to move, from 0 (as a loss) to 1 (as a win). The last two
    are the captured chips that win each player the game.
    """

    own: int
    other: int
    container: int
    draw_value: float = 0.5
    own_goal: int = CHIPS_TO_WIN
    other_goal: int = CHIPS_TO_WIN

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
        return self.own >= self.own_goal or self.container <= 0

    @property
    def final_value(self) -> float:
        """Return the value of a finished game for the player who made the last move: 1 for a win, 0 for a loss."""
        if self.own >= self.own_goal:
            return 1.0
        return (0.0, self.draw_value, 1.0)[1 + _sign(self.other - self.own)]

    @property
    def flipped(self) -> Race:
        """Return the race from the opponent's point of view."""
        return Race(self.other, self.own, self.container, 1 - self.draw_value, self.other_goal, self.own_goal)


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


capture_values = lru_cache(maxsize=CACHED_RACES)(CaptureValues)  # shared


def _logistic(coefficients: tuple[float, ...], race: Race) -> float:
    """Return the win probability of the player to move in an unfinished game, by logistic regression.

    A handicap counts like captured chips, but not for who has fewer of them at the end.
    """
    stock, ahead = race.container / START_CONTAINER, _sign(race.own - race.other)
    own, other = 1 - (race.own_goal - race.own) / CHIPS_TO_WIN, 1 - (race.other_goal - race.other) / CHIPS_TO_WIN
    late = 1 / (1 + race.container)
    lead, squares, cubes = own - other, own**2 - other**2, own**3 - other**3
    features = (
        *(1, stock, lead, lead * stock, lead * stock**2),
        *(squares, squares * stock, cubes, cubes * stock),
        *(lead * late, squares * late, ahead * late),
    )
    logit = sum(coefficient * feature for coefficient, feature in zip(coefficients, features, strict=True))
    return 1 / (1 + math.exp(-logit))


# Of players who look two plies ahead, fitted to 30,000 turns of self-play between two-ply searches on the previous fit
quick_estimate: Estimate = partial(_logistic, QUICK_COEFFICIENTS)


def deep_estimate(race: Race) -> float:
    """Return the win probability of the player to move in an unfinished game between players who search further.

    While few chips are left it is closer to one half: they find the captures by which the player with more chips still
    wins. With the last chip the player with fewer needs no more than a move without capture, which ends the game.
    """
    estimate = _logistic(DEEP_COEFFICIENTS, race)
    return max(estimate, race.after(NO_CAPTURE).final_value) if race.container == 1 else estimate


def match_win_probability(own: int, other: int) -> float:
    """Return the probability of winning the match from these numbers of games won, if every further game is even."""
    if GAMES_TO_WIN in (own, other):
        return float(own > other)
    return (match_win_probability(own + 1, other) + match_win_probability(own, other + 1)) / 2


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


@dataclass(frozen=True)
class FastState:
    """The information set of the player to move; `unseen` counts the unseen chips by face."""

    faces: Chips
    hand: Chips
    race: Race
    unseen: Mapping[str, int]

    @classmethod
    def from_view(cls, view: TenByTenView) -> FastState:
        """Return the state from the view of the player to move."""
        counts = view.public.capture_counts
        own, other = counts if view.to_move.index == 0 else counts[::-1]
        mover, number = view.to_move, view.public.number
        goals = view.options.chips_to_win(mover, number), view.options.chips_to_win(mover.other, number)
        race = Race(own, other, view.container, _draw_value(view), *goals)
        return cls(view.public.grid.faces, view.hand or (), race, Counter(view.unseen))

    def moves(self) -> Iterator[tuple[Move, Selection]]:
        """Yield every legal move with its selection of captured chips."""
        return generate_moves(self.faces, self.hand)

    @cached_property
    def board(self) -> Board:
        """Return the faces with the captures that are possible on each line."""
        return Board.read(self.faces)

    def board_after(self, move: Move, selection: Selection) -> Board:
        """Return the board after a move with this selection."""
        return self.board.after((move.chip, index_of(move.square)), selection.indices)

    def kept_chip(self, move: Move) -> str:
        """Return the chip of the hand that the move does not play."""
        return self.hand[1] if self.hand[0] == move.chip else self.hand[0]


def _draw_value(view: TenByTenView) -> float:
    """Return the value of a drawn game for the player to move, from 0 (as a loss) to 1 (as a win).

    Usually one half: the next game is as open as this one. If the draw would end the match as drawn, it is as good as a
    win for the player who has won fewer games, and as bad as a loss for the leader.
    """
    won, is_last = view.public.won, view.public.drawn_in_a_row + 1 == view.options.max_drawn_in_a_row
    if not is_last or won[0] == won[1]:
        return 0.5
    return float(won[view.to_move.index] < won[view.to_move.other.index])
