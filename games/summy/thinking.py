"""How the stronger computers weigh their moves: by what they keep, and by what comes after, hands imagined."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from games.rules import Dice, Turn
from games.summy import playing
from games.summy.glimpse import glimpse
from games.summy.grid import EMPTY, Grid
from games.summy.leaves import worth
from games.summy.lines import Direction
from games.summy.moves import Move, Sum, Swap
from games.summy.pieces import HAND, LAST, Pieces, choices, ordered, take
from games.summy.position import SummyPosition
from games.summy.rules import game
from games.summy.search import scored_moves

NO_DICE = Dice(b"")  # a move of Summy needs no chance


@dataclass(frozen=True)
class Weighed:
    """A move with its points and with what it is worth, the pieces that are kept included."""

    move: Move
    points: int
    value: float


def weigh_all(position: SummyPosition) -> list[Weighed]:
    """Every sum and the best exchange, the one of most worth first."""
    sums = takewhile(lambda scored: isinstance(scored[0], Sum), scored_moves(position.grid, position.hand))
    found = [_weighed(position, move, points) for move, points in sums]
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


def margin_after(position: SummyPosition, move: Move, turn: Turn, plies: int) -> int:
    """The mover's lead after this and so many further moves, or at the end, both taking the most that they see."""
    seat = position.to_move
    after = playing.exchange(position, turn, move) if isinstance(move, Swap) else playing.lay(position, turn, move)
    for _ply in range(plies):
        if after.result:
            break
        after = game.apply(after, glimpse(after.grid, after.hand) or best_exchange(after).move, NO_DICE)
    return after.scores[seat.index] - after.scores[seat.other.index]


def _new_of(grid: Grid, move: Sum) -> Pieces:
    """The new pieces of this sum."""
    row, column = move.start
    across = move.direction is Direction.RIGHT
    line, begin = (grid.rows[row - 1], column - 1) if across else (grid.columns[column - 1], row - 1)
    return tuple(piece for piece, cell in zip(move.text, line[begin:], strict=False) if cell == EMPTY)
