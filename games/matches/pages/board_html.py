"""Boards as compact HTML: ids and classes need no quotes, and empty attributes are left out."""

from __future__ import annotations

import string
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from html import escape

from django.utils.safestring import SafeString, mark_safe

from games.matches.templatetags.sentences import sign
from games.rules import Board, Cell, Square

Cells = dict[str, str]

_NONE = frozenset[Square]()
_latest: tuple[Board | None, Board | None, str] = None, None, ""  # cache of the latest change: before, now, HTML


def draw_cells(board: Board, last: Iterable[Square]) -> Cells:
    """Return the squares of the board as `<td>` by name, row by row; `last` are the squares of the last turn."""
    marked = frozenset(last)
    return {str(cell.square): _cell(cell, marked) for cell in board.cells}


def cells_of(board: Board, squares: AbstractSet[Square]) -> SafeString:
    """Return these squares of the board as HTML, for scripts that replace squares of the page with them."""
    return mark_safe("".join([_cell(cell, _NONE) for cell in board.cells if cell.square in squares]))  # noqa: S308 - escaped by _cell


def draw_still(board: Board, last: Iterable[Square]) -> SafeString:
    """Return a board without interaction as table rows; its squares have no ids."""
    marked = frozenset(last)
    return draw_rows({str(cell.square): _still(cell, marked) for cell in board.cells}, board.columns)


def draw_rows(cells: Cells, columns: int) -> SafeString:
    """Return the cells as table rows, with row and column labels that start at the first cell."""
    drawn, first = list(cells.values()), Square.parse(next(iter(cells)))
    names = string.ascii_lowercase[first.column - 1 : first.column - 1 + columns]
    letters = "".join(f'<th scope="col">{letter}</th>' for letter in names)
    rows = (
        f'<tr><th scope="row">{first.row + row}</th>{"".join(drawn[row * columns : (row + 1) * columns])}</tr>'
        for row in range(len(drawn) // columns)
    )
    head = f"<thead><tr><td></td>{letters}</tr></thead>"
    return mark_safe(f"{head}<tbody>{''.join(rows)}</tbody>")  # noqa: S308 - every face was escaped by _cell


def changed_cells(before: Board, now: Board) -> str:
    """Return the squares that differ from the board before as HTML.

    The page's script marks those of the last turn, and makes all of them reachable by keyboard.

    Cells are compared by identity first, as most are the same object as before. The latest result is cached, as both
    players, whose pages are drawn one after the other, mostly see the same boards.
    """
    global _latest
    old_board, new_board, html = _latest
    if before is old_board and now is new_board:
        return html
    pairs = zip(before.cells, now.cells, strict=True)
    html = "".join([_cell(cell, _NONE, "") for old, cell in pairs if old is not cell and old != cell])
    _latest = before, now, html
    return html


def _cell(cell: Cell, last: AbstractSet[Square], reach: str = " tabindex=-1") -> str:
    takes = f" data-takes={cell.takes}" if cell.takes else ""
    room = f" data-room={cell.room}" if cell.room > 1 else ""
    return f"<td id={cell.square}{_classes(cell, last)}{reach}{takes}{room}>{_inside(cell)}</td>"


def _still(cell: Cell, last: AbstractSet[Square]) -> str:
    return f"<td{_classes(cell, last)}>{_inside(cell)}</td>"


def _classes(cell: Cell, last: AbstractSet[Square]) -> str:
    """Return the class attribute of the square; empty for a plain empty one."""
    names = [cell.colour, cell.kind]
    if cell.kind and len(cell.face) > 1:
        names.append("two")
    if cell.square in last:
        names.append("last")
    if cell.void:
        names.append("void")
    classes = " ".join(filter(None, names))
    quote = '"' if " " in classes else ""
    return f" class={quote}{classes}{quote}" if classes else ""


def _inside(cell: Cell) -> str:
    if cell.face:
        return f"<b>{escape(sign(cell.face))}</b>"
    mark = f"<i>{escape(cell.mark)}</i>" if cell.mark else ""
    return f"{mark}<small class=hint>{escape(cell.hint)}</small>" if cell.hint else mark
