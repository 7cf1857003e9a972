"""Thumbnails: the board of any game as an SVG without text."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from django.utils.html import escape

from games.matches.templatetags.sentences import sign
from games.rules import Board, Cell, Square

SIDE = 96  # of the picture, in its own units
EDGE = 3
MOST_FACES = 15  # columns; on a larger board faces and empty squares would be too small to see
# The site's colours: light ones as attributes, dark ones as a style, so that the picture also works without styles.
DAY = {
    "board": "#dde3d8", "square": "#fdfdf8", "red": "#f2bdb8", "blue": "#aec4f2", "grey": "#6f7885", "tile": "#f3e2b9",
    "symbol": "#42526e", "last": "#f5b301",
}  # fmt: skip
NIGHT = {
    "board": "#10151b", "square": "#2a3441", "red": "#6b3139", "blue": "#36539b", "grey": "#76839a", "tile": "#d8c89f",
    "symbol": "#617398", "last": "#ffc933",
}  # fmt: skip


def draw_picture(board: Board, last: Iterable[Square]) -> str:
    """Return the board as an SVG of a few kilobytes, with the tiles of the last turn marked."""
    step = (SIDE - 2 * EDGE) / max(board.columns, board.rows)
    large = board.columns > MOST_FACES
    ground = "square" if large else "board"
    shapes: dict[str, list[str]] = {}
    marked = frozenset(last)
    for cell in board.cells:
        if (name := _look(cell, marked)) and name != ground:
            shapes.setdefault(name, []).append(_square(cell, step))
    paths = "".join(f'<path class="{name}" fill="{DAY[name]}" d="{"".join(d)}"/>' for name, d in shapes.items())
    faces = "" if large else _faces(board, step)
    night = "".join(f".{name}{{fill:{colour}}}" for name, colour in NIGHT.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f"<style>@media(prefers-color-scheme:dark){{{night}}}</style>"
        f'<rect class="{ground}" fill="{DAY[ground]}" width="{SIDE}" height="{SIDE}" rx="6"/>{paths}{faces}</svg>'
    )


def _look(cell: Cell, marked: AbstractSet[Square]) -> str:
    """Return the colour of a square; empty for squares that can never hold a tile."""
    if cell.face:
        if cell.square in marked:
            return "last"
        return cell.kind if cell.kind in DAY else "tile"
    if cell.void:
        return ""
    return next((name for name in (cell.kind, cell.colour) if name in DAY), "square")


def _square(cell: Cell, step: float) -> str:
    x, y = (_short(EDGE + (place - 1) * step) for place in (cell.square.column, cell.square.row))
    side = _short(step * 0.94)
    return f"M{x} {y}h{side}v{side}h-{side}z"


def _faces(board: Board, step: float) -> str:
    faces = "".join(_face(cell, step) for cell in board.cells if cell.face)
    style = f'font-family="system-ui,sans-serif" font-weight="700" font-size="{_short(step * 0.7)}"'
    return f'<g {style} text-anchor="middle" fill="#2b210f">{faces}</g>' if faces else ""


def _face(cell: Cell, step: float) -> str:
    x = _short(EDGE + (cell.square.column - 0.53) * step)
    y = _short(EDGE + (cell.square.row - 0.22) * step)
    fill = ' fill="#fff"' if cell.kind == "symbol" else ""
    return f'<text x="{x}" y="{y}"{fill}>{escape(sign(cell.face))}</text>'


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
