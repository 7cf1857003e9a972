"""Reads the sum of a turn from pieces laid on the board, and says what is still missing."""

from __future__ import annotations

from games.rules import IllegalMove, Sentence, Square, say
from games.rules import Laid as Tiles
from games.summy.model.board import GREY, Grid
from games.summy.model.equations import face, is_sum
from games.summy.model.geometry import Direction, on_board
from games.summy.model.legality import check_sum
from games.summy.model.moves import Sum
from games.summy.model.pieces import EQUALS, ORDER
from games.summy.model.position import SummyView
from games.summy.model.scoring import Laid, check_held


def compose(view: SummyView, tiles: Tiles) -> Sum:
    """The sum that the pieces make with what lies there; raises IllegalMove and says what is missing."""
    if view.result:
        raise IllegalMove(say("The match is over."))
    if view.hand is None:
        raise IllegalMove(say("Only the two players lay pieces."))
    laid = _gather(view.grid, tiles)
    if not laid:
        raise IllegalMove(say("Lay pieces in one row or column that make a sum with what lies there."))
    check_held(view.hand, laid.values())
    after = view.grid.adding(laid)
    found = _single(after, next(iter(laid))) if len(laid) == 1 else _line(after, laid)
    if len(found.text) == len(laid):
        raise IllegalMove(say("This touches nothing: a piece of the sum must lie on the board already."))
    check_sum(found.text)
    return found


def _gather(grid: Grid, tiles: Tiles) -> Laid:
    """The laid pieces by their squares; raises IllegalMove for one that does not fit."""
    laid: Laid = {}
    for square, piece in tiles:
        name = str(square) if on_board(square) else ""
        if not name:
            raise IllegalMove(say("A piece lies off the board."))
        if len(piece) != 1 or piece not in ORDER:
            raise IllegalMove(say("“{piece}” is no piece of this game.", piece=piece[:20]))
        if (old := grid.at(square)) == GREY:
            raise IllegalMove(say("{square} is closed by a grey piece.", square=name))
        if grid.has_piece(square):
            raise IllegalMove(say("{square} is taken: {old} lies there.", square=name, old=face(old)))
        if square in laid:
            raise IllegalMove(say("{square} has room for one piece only.", square=name))
        laid[square] = piece
    return laid


def _line(after: Grid, laid: Laid) -> Sum:
    """The stretch along the line of several pieces; raises IllegalMove unless all lie in it."""
    start, end = min(laid), max(laid)
    if start.row != end.row and len({square.column for square in laid}) > 1:
        raise IllegalMove(say("The pieces of one turn lie in one row or in one column."))
    direction = Direction.RIGHT if start.row == end.row else Direction.DOWN
    found = after.stretch(start, direction)
    if end not in found.squares:
        raise IllegalMove(_gap(after, found.ends[1]))
    return found


def _gap(after: Grid, square: Square) -> Sentence:
    """What interrupts the pieces of a turn on this square."""
    if after.at(square) == GREY:
        return say("The grey piece on {square} lies between your pieces.", square=str(square))
    return say("There is a gap on {square}: the pieces of a turn belong to one sum.", square=str(square))


def _single(after: Grid, square: Square) -> Sum:
    """Of the two stretches through a single piece the complete sum, else the one that is nearer to it."""
    right, down = (after.stretch(square, direction) for direction in Direction)
    for found in (right, down):
        if is_sum(found.text):
            return found
    return max(right, down, key=lambda found: (len(found.text) > 1, EQUALS in found.text, len(found.text)))
