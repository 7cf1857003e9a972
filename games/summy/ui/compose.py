"""Composing a move: from placed pieces to a sum, or to a sentence about what is missing or wrong."""

from __future__ import annotations

from games.rules import IllegalMove, Placements, Sentence, Square, say
from games.summy.model.board import GREY, Direction, Grid, on_board
from games.summy.model.equations import format_piece, is_sum
from games.summy.model.legality import check_hand, check_sum
from games.summy.model.moves import Placed, Sum, run_through
from games.summy.model.pieces import EQUALS, ORDER
from games.summy.model.position import SummyView


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
        raise IllegalMove(_gap(after, run.ends[1]))
    return run


def _gap(after: Grid, square: Square) -> Sentence:
    """Return the reason why this square interrupts the placed pieces."""
    if after.at(square) == GREY:
        return say("The grey piece on {square} is between your pieces.", square=str(square))
    return say("Fill the gap on {square}: the pieces of one turn belong to one sum.", square=str(square))


def _run_of_one(after: Grid, square: Square) -> Sum:
    """Return the run through a single placed piece that is a complete sum, else the one closer to a sum."""
    right, down = (run_through(after, square, direction) for direction in Direction)
    for run in (right, down):
        if is_sum(run.text):
            return run
    return max(right, down, key=lambda run: (len(run.text) > 1, EQUALS in run.text, len(run.text)))
