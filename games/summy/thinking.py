"""How the stronger computers weigh their moves: by what they keep, and by what comes after, hands imagined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from games.rules import Dice
from games.summy.glance import glance
from games.summy.glimpse import glimpse
from games.summy.grid import EMPTY, Grid
from games.summy.leaves import worth
from games.summy.lines import Direction
from games.summy.moves import Move, Sum, Swap
from games.summy.pieces import HAND, LAST, Pieces, choices, ordered, take
from games.summy.position import SummyPosition
from games.summy.rules import game
from games.summy.search import Scored

NO_DICE = Dice(b"")  # a move of Summy needs no chance


@dataclass(frozen=True)
class Weighed:
    """A move with its points and with what it is worth, the pieces that are kept included."""

    move: Move
    points: int
    value: float


def sums(position: SummyPosition) -> Iterator[Scored]:
    """Every sum with its points."""
    return takewhile(lambda scored: isinstance(scored[0], Sum), game.scored_moves(position))


def weigh_all(position: SummyPosition) -> list[Weighed]:
    """Every sum and the best exchange, the one of most worth first."""
    found = [_weighed(position, move, points) for move, points in sums(position)]
    if not position.done:
        found.append(best_exchange(position))
    return sorted(found, key=lambda weighed: -weighed.value) or [best_exchange(position)]


def best_exchange(position: SummyPosition) -> Weighed:
    """The exchange that keeps what is worth most."""
    return max((_weighed(position, Swap(pieces), 0) for pieces in choices(position.hand)), key=lambda one: one.value)


def _weighed(position: SummyPosition, move: Move, points: int) -> Weighed:
    gone = move.pieces if isinstance(move, Swap) else _new_of(position.grid, move)
    return Weighed(move, points, points + _worth_of(position, gone))


def _worth_of(position: SummyPosition, gone: Pieces) -> float:
    """What the rest of the hand is worth, where there will be another turn for it."""
    kept = take(ordered(position.hand), gone)
    left = min(len(kept) + len(position.stock), HAND)
    return 0.0 if position.done or left <= LAST else worth(kept)


def least_answered(
    position: SummyPosition, found: Sequence[Weighed], deals: Sequence[SummyPosition], caution: float
) -> Move:
    """The move of most worth less what the opponent makes of the board with the hands of these deals."""
    boards = [_carried_out(position, weighed.move).grid for weighed in found]
    values = [weighed.value for weighed in found]
    for dealt in deals:
        their = glance(ordered(dealt.hands[position.to_move.other.index]))
        for place, grid in enumerate(boards):
            _line, seen = their.best(grid.rows + grid.columns)
            values[place] -= caution * seen.points / len(deals)
    return found[values.index(max(values))].move


def best_ended(position: SummyPosition, found: Sequence[Weighed], deals: Sequence[SummyPosition]) -> Move:
    """The move that leads to the best margin, on average over these deals, when the match is played to its end."""
    return max(found, key=lambda weighed: sum(margin_at_end(dealt, weighed.move) for dealt in deals)).move


def margin_at_end(position: SummyPosition, move: Move) -> int:
    """The mover's lead at the end of the match after this move, when both take the most that they see."""
    seat = position.to_move
    after = _carried_out(position, move)
    while not after.result:
        after = _carried_out(after, glimpse(after.grid, after.hand) or best_exchange(after).move)
    return after.scores[seat.index] - after.scores[seat.other.index]


def _carried_out(position: SummyPosition, move: Move) -> SummyPosition:
    return game.apply(position, move, NO_DICE)


def _new_of(grid: Grid, move: Sum) -> Pieces:
    """The new pieces of this sum."""
    row, column = move.start
    across = move.direction is Direction.RIGHT
    line, begin = (grid.rows[row - 1], column - 1) if across else (grid.columns[column - 1], row - 1)
    return tuple(piece for piece, cell in zip(move.text, line[begin:], strict=False) if cell == EMPTY)
