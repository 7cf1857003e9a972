"""An upper bound on what each player can still gain on the other, by what one viewer knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, takewhile

from games.rules import Seat
from games.summy.model.board import EMPTY, GREY, NOT_PIECES, SIZE
from games.summy.model.pieces import FINAL_HAND_SIZE, FULL_SET, Pieces, missing, points_of
from games.summy.model.position import SummyView


def bounds(view: SummyView) -> tuple[int, int]:
    """Return for each seat the most points that it can still make.

    The last turn of a match is bounded by what lies on the board (`most_of_last_turn`). Before it:

    - A digit that lies on the board counts at most once in a turn, in the sum or in one across it: the sums across are
      parallel and meet the sum in laid pieces only. A laid digit counts at most twice.
    - So no turn brings more than all digits that do not leave the game, and those that it lays once more; over all
      turns the latter are at most the digits that do not lie on the board yet.
    - Each turn draws from the stock, or leaves a piece less in the hand, which bounds their number.

    This bound decides no match before its last turn: with two turns left it is about 700 points, and leads are below
    200. A bound by the stretches of the board, as for the last turn, would have to consider all boards after the turns
    in between: up to eight pieces each, of unknown digits, that may join any two stretches of a line or of those across
    it.
    """
    if view.result:
        return 0, 0
    on_board = points_of(view.grid.pieces)
    coming = points_of(_unseen(view))

    def bound(seat: Seat) -> int:
        if view.finished:
            return most_of_last_turn(view, seat) if seat is view.to_move else 0
        turns = view.stock_count + max(view.hand_counts[seat.index] - FINAL_HAND_SIZE, 1) + 1
        return turns * (on_board + coming) + coming

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
        pieces = _unseen(view, *(hand or () for hand in view.hands))
    digits = sorted((int(piece) for piece in pieces if piece.isdigit()), reverse=True)
    return list(accumulate([*digits, *[0] * size][:size], initial=0))


def _unseen(view: SummyView, *hands: Pieces) -> Pieces:
    """Return the pieces that are not on the board and, as far as the viewer knows, not exchanged or in these hands.

    Without `hands` these are all that may still be laid.
    """
    away = [piece for known in (*view.exchanged, *hands) for piece in known or ()]
    return missing([*view.grid.pieces, *away], FULL_SET)


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
    pieces_there = takewhile(lambda piece: piece not in NOT_PIECES, pieces)
    return sum(int(piece) for piece in pieces_there if piece.isdigit())
