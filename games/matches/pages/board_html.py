"""Boards as compact HTML: table rows, and single squares for scripts that replace those of the page."""

from __future__ import annotations

import string
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from django.utils.safestring import SafeString

from core.live.partials import joined, memoized
from core.live.templates import draw
from games.rules import Board, Cell, Square


def draw_rows(board: Board, last: Iterable[Square], *, still: bool = False) -> SafeString:
    """Return the board as table rows with labels; `last` are the squares of the last turn.

    The squares of a `still` board have no ids and cannot be reached by keyboard.
    """
    last_squares = frozenset(last)
    cells = [_cell(cell, cell.square in last_squares, not still, not still) for cell in board.cells]
    first, columns = board.cells[0].square, board.columns
    return draw(
        "matches/rows",
        letters=string.ascii_lowercase[first.column - 1 : first.column - 1 + columns],
        rows=[
            (first.row + row, joined(cells[row * columns : (row + 1) * columns]))
            for row in range(len(cells) // columns)
        ],
    )


def cells_of(board: Board, squares: AbstractSet[Square]) -> SafeString:
    """Return these squares of the board as HTML, for scripts that replace squares of the page with them."""
    return joined([_cell(cell, False, True, True) for cell in board.cells if cell.square in squares])


def changed_cells(before: Board, now: Board) -> SafeString:
    """Return the squares that differ from the board before as HTML.

    The page's script marks those of the last turn, and makes all of them reachable by keyboard. Cells are compared by
    identity first, as most are the same object as before.
    """
    pairs = zip(before.cells, now.cells, strict=True)
    return joined([_cell(cell, False, True, False) for old, cell in pairs if old is not cell and old != cell])


@memoized(maxsize=20_000)
def _cell(cell: Cell, is_last: bool, has_id: bool, has_reach: bool) -> SafeString:
    """Return a square; the plainest ones are the same in all matches."""
    names = [cell.colour, cell.kind, "two" * (bool(cell.kind) and len(cell.face) > 1), "last" * is_last]
    classes = " ".join(filter(None, [*names, "void" * cell.void]))
    return draw("matches/cell", cell=cell, classes=classes, has_id=has_id, has_reach=has_reach)
