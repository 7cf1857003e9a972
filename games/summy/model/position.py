"""The state of a match, one viewer's view of it, the sums that a move makes, and bounds on the points to come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, takewhile

from games.rules import IllegalMove, Part, Position, Seat, Sentence, Square, View, listed, missing, plain, say
from games.summy.model.board import (
    EMPTY,
    GREY,
    NOT_PIECES,
    SIZE,
    START,
    Direction,
    Grid,
    Pieces,
    SummyOptions,
    points_of,
)
from games.summy.model.equations import is_sum
from games.summy.model.moves import Sum, check_hand, check_squares, check_sum, encode, placed_by, run_through

PiecesBySeat = tuple[Pieces | None, Pieces | None]  # None if hidden


@dataclass(frozen=True, kw_only=True)
class SummyPosition(Position):
    """The full state: both hands, the stock in drawing order, the pieces that each seat exchanged."""

    options: SummyOptions
    grid: Grid = START
    hands: tuple[Pieces, Pieces]
    stock: Pieces
    exchanged: tuple[Pieces, Pieces] = ((), ())
    finished: Seat | None = None  # the seat that has made its last move

    @property
    def hand(self) -> Pieces:
        """The hand of the player to move."""
        return self.hands[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class SummyView(View):
    """The state as one viewer knows it: hidden hands and exchanged pieces are None, their counts are public."""

    options: SummyOptions
    grid: Grid
    hands: PiecesBySeat
    hand_counts: tuple[int, int]
    stock_count: int
    exchanged: PiecesBySeat
    exchanged_counts: tuple[int, int]
    finished: Seat | None

    @property
    def hand(self) -> Pieces | None:
        """The viewer's own hand; None for a spectator."""
        return self.hands[self.viewer.index] if self.viewer else None


def sums_made(grid: Grid, hand: Pieces, move: Sum) -> tuple[Sum, ...]:
    """Return every sum that the move completes, itself first; raises IllegalMove if it breaks a rule."""
    check_squares(grid, move)
    placed = placed_by(grid, move)
    if not placed:
        raise IllegalMove(say("You place nothing new there."))
    after = grid.with_pieces(placed)
    run = run_through(after, move.start, move.direction)
    check_sum(run.text, grid.arithmetic)
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
    return tuple(run for run in runs if is_sum(run.text, after.arithmetic))


def parts(sums: tuple[Sum, ...]) -> tuple[Part, ...]:
    """Return the digits of each sum as a summand of the points, in parentheses if there are several sums."""
    frame = "{digits}" if len(sums) == 1 else "({digits})"
    return tuple(
        Part(plain(frame.format(digits=" + ".join(filter(str.isdigit, sum_.text)))), sum_.points, sum_.squares[-1])
        for sum_ in sums
        if sum_.points
    )


def description(sums: tuple[Sum, ...]) -> Sentence:
    """Return the sums of a turn as text; several of them with their points."""
    if len(sums) == 1:
        return plain(str(sums[0]))
    return listed(*(plain(f"{sum_} ({sum_.points})") for sum_ in sums))


def most_of_last_turn(view: SummyView, seat: Seat) -> int:
    """Return an upper bound on the points of one turn of this seat on the present board.

    The new pieces are part of one uninterrupted run on a line. It scores at most the digits of the run, and for each
    new piece that touches pieces across the line, their digits and its own once more.
    """
    hand = best_sums(view, seat)
    rows, columns = view.grid.rows, view.grid.columns
    lines = [(line, columns, place) for place, line in enumerate(rows)]
    lines += [(line, rows, place) for place, line in enumerate(columns)]
    return max((_most_of_line(line, across, place, hand) for line, across, place in lines), default=0)


def best_sums(view: SummyView, seat: Seat) -> list[int]:
    """Return the largest digit sums of 0, 1, 2, ... pieces of this seat's hand, bounded by what the viewer knows."""
    size = view.hand_counts[seat.index]
    pieces = view.hands[seat.index] if size else ()
    if pieces is None:
        visible = [piece for pieces in (*view.exchanged, *view.hands) for piece in pieces or ()]
        pieces = missing([*view.grid.pieces, *visible], view.options.arithmetic.pieces)
    digits = sorted((int(piece) for piece in pieces if piece.isdigit()), reverse=True)
    return list(accumulate([*digits, *[0] * size][:size], initial=0))


def _most_of_line(line: str, across: tuple[str, ...], place: int, hand: list[int]) -> int:
    """Return an upper bound on the points of a turn along this line.

    `across` are the lines that cross it, `place` is the index of their cell on this line, and `hand` the largest digit
    sums by the number of pieces.
    """
    most = 0
    for start in range(SIZE):
        points, laid, crossed = 0, 0, 0
        for at in range(start, SIZE):
            piece = line[at]
            if piece == EMPTY:
                beside = _beside(across[at], place)
                laid += 1
                crossed += bool(beside)
                points += points_of(beside)
            if piece == GREY or laid == len(hand):
                break
            points += int(piece) if piece.isdigit() else 0
            most = max(most, points + hand[laid] + hand[crossed])
    return most


def _beside(crossing: str, place: int) -> list[str]:
    """Return the runs of pieces on both sides of the cell `place` of a crossing line, with which a sum may cross."""
    sides = crossing[:place][::-1], crossing[place + 1 :]
    return [piece for side in sides for piece in takewhile(lambda cell: cell not in NOT_PIECES, side)]
