"""How pieces become a move: composing a sum, highlighted squares, and the places of a typed sum.

What is missing or wrong is said in a sentence.
"""

from __future__ import annotations

import re
from functools import lru_cache

from games.rules import IllegalMove, Light, Placements, Reason, Square, say, squares_for
from games.summy.model.board import EMPTY, EQUALS, GREY, ORDER, SIZE, Direction, Grid, Pieces, on_board
from games.summy.model.equations import MIN_LENGTH, format_piece, is_sum
from games.summy.model.movegen import scored_sums
from games.summy.model.moves import Placed, Sum, check_hand, check_sum, normalized, placed_by, run_through
from games.summy.model.position import SummyView, crossing_sums


def compose(view: SummyView, placements: Placements) -> Sum:
    """Return the sum that the placed pieces make with those on the board; raises IllegalMove if they make none."""
    if view.result:
        raise IllegalMove(say("The match is over."))
    if view.hand is None:
        raise IllegalMove(say("Only the two players can place pieces."))
    placed = _placed(view.grid, placements)
    if not placed:
        raise IllegalMove(say("Place pieces in one row or column that make a sum with a piece on the board."))
    check_hand(view.hand, placed.values())
    after = view.grid.with_pieces(placed)
    run = _run_of_one(after, next(iter(placed))) if len(placed) == 1 else _run_of_several(after, placed)
    if len(run.text) == len(placed):
        raise IllegalMove(say("This touches nothing: the sum needs a piece that is already on the board."))
    check_sum(run.text)
    return run


def _placed(grid: Grid, placements: Placements) -> Placed:
    """Return the placed pieces by square; raises IllegalMove if one cannot be placed on its square."""
    placed: Placed = {}
    for square, piece in placements:
        name = str(square) if on_board(square) else ""
        if not name:
            raise IllegalMove(say("A piece is off the board."))
        if len(piece) != 1 or piece not in ORDER:
            raise IllegalMove(say("“{piece}” is not a piece in this game.", piece=piece[:20]))
        if (old := grid.at(square)) == GREY:
            raise IllegalMove(say("A grey piece blocks {square}.", square=name))
        if grid.has_piece(square):
            raise IllegalMove(say("{square} already has {old}.", square=name, old=format_piece(old)))
        if square in placed:
            raise IllegalMove(say("{square} has room for only one piece.", square=name))
        placed[square] = piece
    return placed


def _run_of_several(after: Grid, placed: Placed) -> Sum:
    """Return the run through several placed pieces; raises IllegalMove unless all are on one line without a gap."""
    start, end = min(placed), max(placed)
    if start.row != end.row and len({square.column for square in placed}) > 1:
        raise IllegalMove(say("Place the pieces of one turn in one row or in one column."))
    direction = Direction.RIGHT if start.row == end.row else Direction.DOWN
    run = run_through(after, start, direction)
    if end not in run.squares:
        gap = run.ends[1]
        if after.at(gap) == GREY:
            raise IllegalMove(say("The grey piece on {square} is between your pieces.", square=str(gap)))
        raise IllegalMove(say("Fill the gap on {square}: the pieces of one turn belong to one sum.", square=str(gap)))
    return run


def _run_of_one(after: Grid, square: Square) -> Sum:
    """Return the run through a single placed piece that is a complete sum, else the one closer to a sum."""
    right, down = (run_through(after, square, direction) for direction in Direction)
    for run in (right, down):
        if is_sum(run.text):
            return run
    return max(right, down, key=lambda run: (len(run.text) > 1, EQUALS in run.text, len(run.text)))


_SUM = re.compile(r"[-0-9+x:]+=[0-9]+")


def legal_squares(view: SummyView, piece: str, placed: Placements) -> frozenset[Square]:
    """Return the squares on which a legal sum places the piece, given the pieces already placed."""
    if view.hand is None or view.result:
        return frozenset()
    squares = {square for square, _piece in placed}
    moves = (move for move in _sums(view.grid, view.hand) if squares.issubset(move.squares))
    return squares_for(piece, placed, (placed_by(view.grid, move) for move in moves))


@lru_cache(maxsize=1 << 5)  # small, because an entry is large: a page asks several times in a row about one position
def _sums(grid: Grid, hand: Pieces) -> tuple[Sum, ...]:
    """Return every legal sum, without the exchanges."""
    return tuple(move for move, _points in scored_sums(grid, hand))


def highlights(view: SummyView, placed: Placements) -> tuple[Light, ...]:
    """Return the squares of every run through a placed piece that is a complete sum."""
    pieces = {square: piece for square, piece in placed if view.grid.at(square) == EMPTY and piece in ORDER}
    grid = view.grid.with_pieces(pieces)
    runs = {run_through(grid, square, direction) for square in pieces for direction in Direction}
    whole = {square for run in runs if is_sum(run.text) for square in run.squares}
    return (Light(Reason.WHOLE, frozenset(whole)),) if whole else ()


def moves_making(view: SummyView, text: str) -> tuple[Sum, ...] | None:
    """Return the legal moves that make this sum, in canonical form; None if the text is not a sum without a place.

    A single piece may complete a sum to the right too: then the move is named by that one.
    """
    formula = normalized(text)
    if not _SUM.fullmatch(formula) or not MIN_LENGTH <= len(formula) <= SIZE:
        return None
    if view.hand is None or view.result:
        return ()
    moves = (move for move in _sums(view.grid, view.hand) if formula in _names(view.grid, move))
    return tuple(sorted(moves, key=lambda move: move.start))


def _names(grid: Grid, move: Sum) -> tuple[str, ...]:
    """Return the sums by which a player may name this move: itself, and what a single piece completes across it."""
    placed = placed_by(grid, move)
    crossing = crossing_sums(grid.with_pieces(placed), placed, move.direction) if len(placed) == 1 else ()
    return (move.text, *(sum_.text for sum_ in crossing))
