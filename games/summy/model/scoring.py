"""Scoring of a move: the sums it makes, their points, and the public description."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules import IllegalMove, Part, PlayedMove, Seat, Sentence, Square, listed, plain, say, say_many
from games.summy.model.board import Direction, Grid
from games.summy.model.equations import is_sum
from games.summy.model.legality import check_hand, check_squares, check_sum
from games.summy.model.moves import Sum, Swap, placed_by, run_through
from games.summy.model.notation import encode
from games.summy.model.pieces import Pieces


def judge_sum(seat: Seat, grid: Grid, hand: Pieces, move: Sum) -> PlayedMove:
    """Return the effect of a sum, with the points of all sums that it completes; raises IllegalMove."""
    return _played(seat, sums_made(grid, hand, move))


def judge_swap(seat: Seat, hand: Pieces, move: Swap) -> PlayedMove:
    """Return the effect of an exchange, which is public and does not name the pieces; raises IllegalMove."""
    check_hand(hand, move.pieces)
    count = len(move.pieces)
    return PlayedMove(seat, say_many("exchanges {count} piece", "exchanges {count} pieces", count=count))


def sums_made(grid: Grid, hand: Pieces, move: Sum) -> tuple[Sum, ...]:
    """Return every sum that the move completes, itself first; raises IllegalMove if it breaks a rule."""
    check_squares(grid, move)
    placed = placed_by(grid, move)
    if not placed:
        raise IllegalMove(say("You place nothing new there."))
    after = grid.with_pieces(placed)
    run = run_through(after, move.start, move.direction)
    check_sum(run.text)
    if run != move:
        raise IllegalMove(say("The sum is the whole line: write {text}.", text=encode(run)))
    if len(placed) == len(move.text):
        raise IllegalMove(say("At least one piece of the sum must already be on the board."))
    check_hand(hand, placed.values())
    crossing = crossing_sums(after, placed, move.direction)
    if len(placed) == 1 and crossing and move.direction is Direction.DOWN:
        raise IllegalMove(say("This piece makes two sums: write {text}.", text=encode(crossing[0])))
    return (move, *crossing)


def crossing_sums(after: Grid, placed: Iterable[Square], direction: Direction) -> tuple[Sum, ...]:
    """Return the complete sums across `direction` through the placed pieces; `after` is the grid with these pieces."""
    runs = (run_through(after, square, direction.other) for square in placed)
    return tuple(run for run in runs if is_sum(run.text))


def _played(seat: Seat, sums: tuple[Sum, ...]) -> PlayedMove:
    squares = dict.fromkeys(square for sum_ in sums for square in sum_.squares)
    points = sum(sum_.points for sum_ in sums)
    return PlayedMove(seat, _description(sums), points, tuple(squares), parts=_parts(sums))


def _parts(sums: tuple[Sum, ...]) -> tuple[Part, ...]:
    """Return the digits of each sum as a summand of the points, in parentheses if there are several sums."""
    frame = "{digits}" if len(sums) == 1 else "({digits})"
    return tuple(
        Part(plain(frame.format(digits=" + ".join(filter(str.isdigit, sum_.text)))), sum_.points, sum_.squares[-1])
        for sum_ in sums
        if sum_.points
    )


def _description(sums: tuple[Sum, ...]) -> Sentence:
    if len(sums) == 1:
        return plain(str(sums[0]))
    return listed(*(plain(f"{sum_} ({sum_.points})") for sum_ in sums))
