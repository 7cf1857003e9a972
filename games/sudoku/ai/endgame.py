"""Exact expectimax search of an ending: every draw, every placement and every lost tile to the end of the match.

A state has only what decides the rest of the match: the squares on which an unseen tile is still valid, their points,
and the number of tiles left of each digit. A tile that fits nowhere ends the match whatever its digit, so such tiles
are counted together. Different orders of the same placements thus lead to the same state, whose value is stored in a
transposition table.

Of the states after a tile only the one worth least to the opponent counts. The sum over the draws of a state is given
up once it is no less than that of a placement before (the lower bound of Star1: Ballard, Artificial Intelligence 21,
1983), so the placements with the most points come first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from games.rules import SearchLimitReached
from games.sudoku.ai.bitboard import Bitboard
from games.sudoku.model.board import PEER_MASKS

NODES = 100_000  # states of one search, far more than an ending needs that `expectimax.is_solvable` admits

Chances = dict[int, float]  # by the bit of each valid square; key 0 stands for every invalid square


class State(NamedTuple):
    """What decides the rest of a match, before a draw.

    Squares are renumbered: only those count on which some digit was valid at the start of the search. `valid` has for
    each digit the mask of the squares on which an unseen tile of it is valid, and `points` the points of a placement on
    each square. `unseen` counts by digit the unseen tiles that are valid somewhere, `unplaceable` all others, and
    `empty` the empty squares of the board. `lead` is the score of the player who draws next less the opponent's.
    """

    valid: tuple[int, ...]
    unseen: tuple[int, ...]
    unplaceable: int
    points: tuple[int, ...]
    empty: int
    lead: int


class EndgameSearch:
    """The exact search from one board, over at most `nodes` states in all its calls."""

    def __init__(self, board: Bitboard, nodes: int = NODES) -> None:
        """Prepare the search from this board; the drawn tile is an argument of `chances`."""
        self.nodes = nodes
        self._known: dict[State, float] = {}
        self._at_least: dict[State, float] = {}  # lower bounds of states that were given up
        relevant = 0
        for mask in board.valid:
            relevant |= mask
        self._bits = list(_bits(relevant))
        self._numbers = {bit: number for number, bit in enumerate(self._bits)}
        self._peers = [self._renumbered(PEER_MASKS[bit.bit_length() - 1] & relevant) for bit in self._bits]
        self._board = board

    def chances(self, digit: int) -> Chances:
        """Return the winning chance of each placement of the drawn digit under perfect play; a draw counts one half.

        Raises SearchLimitReached.
        """
        board = self._board
        points = tuple(board.most_points(bit)[0] for bit in self._bits)
        valid = tuple(self._renumbered(mask) for mask in board.valid)
        state = State(valid, board.unseen, 0, points, board.empty.bit_count(), board.lead)
        return {
            self._bits[square] if square is not None else 0: 1 - self._value(after)
            for square, after in self._moves(state, digit)
        }

    def _renumbered(self, mask: int) -> int:
        return sum(1 << self._numbers[bit] for bit in _bits(mask))

    def _moves(self, state: State, digit: int) -> Iterator[tuple[int | None, State]]:
        """Yield each valid square of the digit, most points first, with the state for the opponent.

        If there are invalid squares, one of them follows as None.
        """
        valid, unseen, unplaceable, points, empty, lead = state
        squares = [bit.bit_length() - 1 for bit in _bits(valid[digit])]
        for square in sorted(squares, key=lambda one: -points[one]):
            peers = self._peers[square]
            after = [mask & ~(1 << square) for mask in valid]
            after[digit] &= ~peers
            scored = tuple(value + (peers >> number & 1) for number, value in enumerate(points))
            yield square, _reduced(after, unseen, unplaceable, scored, empty - 1, -lead - points[square])
        if empty > valid[digit].bit_count():
            yield None, _reduced(list(valid), unseen, unplaceable, points, empty, -lead)

    def _value(self, state: State, bound: float = math.inf) -> float:
        """Return the winning chance of the player who draws next, 0 to 1; raises SearchLimitReached.

        If the chance is no less than `bound`, the result is a number between the two.
        """
        valid, unseen, unplaceable, points, empty, lead = state
        over = 0.5 + 0.5 * ((lead > 0) - (lead < 0))
        placeable = sum(unseen)
        if not placeable or abs(lead) > self._most_gained(state, placeable):
            return over
        value = self._known.get(state)
        if value is not None:
            return value
        if (least := self._at_least.get(state, 0.0)) >= bound:
            return least
        if self.nodes <= 0:
            raise SearchLimitReached
        self.nodes -= 1
        tiles = placeable + unplaceable
        total = unplaceable * over
        for digit, count in sorted(enumerate(unseen), key=lambda one: -one[1]):
            if not count:
                break
            rest = (*unseen[:digit], count - 1, *unseen[digit + 1 :])
            lowest = 1.0
            for _square, after in self._moves(State(valid, rest, unplaceable, points, empty, lead), digit):
                lowest = min(lowest, self._value(after, lowest))
                if (least := (total + count * (1 - lowest)) / tiles) >= bound:
                    self._at_least[state] = least
                    return least
                if not lowest:
                    break
            total += count * (1 - lowest)
        result = self._known[state] = total / tiles
        return result

    def _most_gained(self, state: State, placeable: int) -> int:
        """Return an upper bound on the points that either player can still make, to cut off decided states.

        Each further placement adds at most one point to a square, and only if it is on one of its peers.
        """
        placements = sum(min(count, mask.bit_count()) for count, mask in zip(state.unseen, state.valid, strict=True))
        relevant = 0
        for mask in state.valid:
            relevant |= mask
        most = sorted(
            state.points[square] + min(placements - 1, (self._peers[square] & relevant).bit_count())
            for square in (bit.bit_length() - 1 for bit in _bits(relevant))
        )
        return sum(most[-min(placements, (placeable + 1) // 2) :])


def _reduced(
    valid: list[int], unseen: tuple[int, ...], unplaceable: int, points: tuple[int, ...], empty: int, lead: int
) -> State:
    """Return the canonical state: tiles that fit nowhere become unplaceable, points of useless squares 0."""
    counts, relevant = list(unseen), 0
    for digit, count in enumerate(unseen):
        if not count:
            valid[digit] = 0
        elif valid[digit]:
            relevant |= valid[digit]
        else:
            unplaceable += count
            counts[digit] = 0
    useful_points = tuple(value if relevant >> number & 1 else 0 for number, value in enumerate(points))
    return State(tuple(valid), tuple(counts), unplaceable, useful_points, empty, lead)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1
