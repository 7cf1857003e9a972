"""An upper bound on what each player can still gain on the other, by what one viewer knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, takewhile

from games.rules import Seat
from games.summy.model.board import EMPTY, GREY, NOT_PIECES, SIZE
from games.summy.model.pieces import FINAL_HAND_SIZE, FULL_SET, HAND_SIZE, missing
from games.summy.model.position import SummyView

HIGHEST_DIGIT = 9
MOST_OF_SUM = HIGHEST_DIGIT * (SIZE - 2)  # a line without the = and one sign
MOST_OF_TURN = MOST_OF_SUM * (1 + HAND_SIZE)  # the sum, and one across each piece laid


def bounds(view: SummyView) -> tuple[int, int]:
    """Return for each seat the most points that it can still make.

    The last turn of a match is bounded by what lies on the board; before it, turns are bounded by the pieces: each
    draws from the stock, or leaves a piece less in the hand.
    """
    if view.result:
        return 0, 0

    def bound(seat: Seat) -> int:
        if view.finished:
            return most_of_last_turn(view, seat) if seat is view.to_move else 0
        own = max(view.hand_counts[seat.index] - FINAL_HAND_SIZE, 1)
        return (view.stock_count + own + 1) * MOST_OF_TURN

    return bound(Seat.FIRST), bound(Seat.SECOND)


def most_of_last_turn(view: SummyView, seat: Seat) -> int:
    """Return the most points of one turn of this seat on the present board.

    All pieces laid lie in one uninterrupted stretch of a line. It brings the digits that lie there and those laid, and
    across it what adjoins each piece laid, with that piece once more.
    """
    hand = best_sums(view, seat)
    rows, columns = view.grid.rows, view.grid.columns
    lines = [(line, columns, place) for place, line in enumerate(rows)]
    lines += [(line, rows, place) for place, line in enumerate(columns)]
    return max((_most_of_line(line, across, place, hand) for line, across, place in lines), default=0)


def best_sums(view: SummyView, seat: Seat) -> list[int]:
    """Return the most that 0, 1, 2, ... pieces of this seat's hand can add up to, by what the viewer knows of it."""
    size = view.hand_counts[seat.index]
    pieces = view.hands[seat.index] if size else ()
    if pieces is None:
        seen = [*view.grid.pieces]
        for known in (*view.hands, *view.exchanged):
            seen += known or ()
        pieces = missing(seen, FULL_SET)
    digits = sorted((int(piece) for piece in pieces if piece.isdigit()), reverse=True)
    return list(accumulate([*digits, *[0] * size][:size], initial=0))


def _most_of_line(line: str, across: tuple[str, ...], place: int, hand: list[int]) -> int:
    """Return the most points of pieces laid in this line, which is number `place` of those parallel to it."""
    most = 0
    for start in range(SIZE):
        points, laid, crossed = 0, 0, 0
        for at in range(start, SIZE):
            piece = line[at]
            if piece == EMPTY:
                laid += 1
                crossed += _adjoins(across[at], place)
                points += _adjoining(across[at], place)
            if piece == GREY or laid == len(hand):
                break
            points += int(piece) if piece.isdigit() else 0
            most = max(most, points + hand[laid] + hand[crossed])
    return most


def _adjoins(crossing: str, place: int) -> bool:
    """Return whether a piece lies beside this square, so that a piece laid there may make a sum across."""
    around = crossing[max(place - 1, 0) : place] + crossing[place + 1 : place + 2]
    return any(piece not in NOT_PIECES for piece in around)


def _adjoining(crossing: str, place: int) -> int:
    """Return the sum of the digits that lie beside this square without a gap."""
    return _digits(reversed(crossing[:place])) + _digits(iter(crossing[place + 1 :]))


def _digits(pieces: Iterator[str]) -> int:
    """Return the sum of the digits up to the first square without a piece."""
    lying = takewhile(lambda piece: piece not in NOT_PIECES, pieces)
    return sum(int(piece) for piece in lying if piece.isdigit())
