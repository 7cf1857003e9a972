"""Thumbnails: the board of any game as a small SVG, still or moving; large boards have no faces on their tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import groupby

from django.utils.html import escape

from core.colours import colours
from games.matches.templatetags.sentences import sign
from games.rules import AnyDisplay, AnyGame, Board, Cell, Position, Square

SIDE = 96  # of the picture, in its own units
EDGE = 3
LEAST_WINDOW = 9  # columns and rows of a large board that are drawn at least
ROUND = "chip"  # the kind of round tiles
MOST_FACES = 15  # columns; on a larger board faces and empty squares would be too small to see
TURN, LONGEST, REST = 1.4, 50.0, 6.0  # seconds of a moving picture: a turn, all turns at most, the last board
# Names of the colours, by what is drawn. Light ones are attributes, dark ones a style, so that the picture also
# works without styles.
TOKENS = {
    "board": "board", "square": "picture-square", "red": "red-pattern", "blue": "blue-pattern", "grey": "grey",
    "tile": "tile-low", "symbol": "sign", "last": "picture-last",
}  # fmt: skip
DAY = {name: colours()[token] for name, token in TOKENS.items()}
NIGHT = {name: colours("dark")[token] for name, token in TOKENS.items()}


def draw_picture(board: Board, last: Iterable[Square]) -> str:
    """Return the board as an SVG of a few kilobytes, with the tiles of the last turn marked."""
    return _picture(draw_shapes(board, last))


def _picture(shapes: str) -> str:
    night = "".join(f".{name}{{fill:{colour}}}" for name, colour in NIGHT.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f"<style>@media(prefers-color-scheme:dark){{{night}}}</style>{shapes}</svg>"
    )


def draw_replay(game: AnyGame, display: AnyDisplay, positions: Sequence[Position]) -> str:
    """Return the boards after most of the turns as one SVG that plays them again and again, as spectators see them.

    It begins after a third, as empty boards look alike. Its elements are shown and hidden by SMIL (`set`), which needs
    no script and costs nothing between two turns.
    """
    views = [game.view(position, None) for position in positions[len(positions) // 3 :]]
    boards = [display.board(view) for view in views]
    corner, size = _window(boards[-1])
    step, pace = (SIDE - 2 * EDGE) / size, min(TURN, LONGEST / len(boards))
    parts = [board.part(corner, size, size).cells for board in boards]
    empty = [replace(cell, face="") for cell in parts[0]]
    frames = [
        [(cell, cell.square in (view.last.squares if view.last else ())) for cell in cells]
        for view, cells in zip(views, parts, strict=True)
    ]
    moving = "".join(_changes(turns, corner, step, pace) for turns in zip(*frames, strict=True))
    duration = _short(len(boards) * pace + REST)
    loop = f'<set id="r" attributeName="visibility" to="visible" begin="0;r.end" dur="{duration}s"/>'
    return _picture(f"<g>{loop}</g>{_draw_part(empty, corner, size, frozenset())}{moving}")


def _changes(turns: Sequence[tuple[Cell, bool]], corner: Square, step: float, pace: float) -> str:
    """Return the tiles that lie on one square one after the other, each visible for its turns."""
    drawn, ply = "", 0
    for _look_of, same in groupby(turns, lambda turn: (turn[0].face, turn[0].kind, turn[1])):
        (cell, is_last), begin, ply = (alike := list(same))[0], ply, ply + len(alike)
        if cell.face:
            tile = _draw_tiles([cell], corner, step, frozenset({cell.square} if is_last else ()))
            end = f"r.begin+{ply * pace:.2f}s" if ply < len(turns) else "r.end"
            drawn += f'<g visibility="hidden">{tile}<set attributeName="visibility" to="visible" ' + (
                f'begin="r.begin+{begin * pace:.2f}s" end="{end}"/></g>'
            )
    return drawn


def draw_shapes(board: Board, last: Iterable[Square], most_faces: int = MOST_FACES) -> str:
    """Return what is inside the SVG, in the light colours; a board with more columns than `most_faces` has no faces."""
    corner, size = _window(board)
    return _draw_part(board.part(corner, size, size).cells, corner, size, frozenset(last), most_faces)


def _draw_part(
    cells: Sequence[Cell], corner: Square, size: int, marked: AbstractSet[Square], most_faces: int = MOST_FACES
) -> str:
    large = size > most_faces
    ground = "square" if large else "board"
    rect = f'<rect class="board" fill="{DAY["board"]}" width="{SIDE}" height="{SIDE}" rx="6"/>'
    if large:  # all its squares at once
        inside = f'x="{EDGE}" y="{EDGE}" width="{SIDE - 2 * EDGE}" height="{SIDE - 2 * EDGE}"'
        rect += f'<rect class="{ground}" fill="{DAY[ground]}" {inside}/>'
    return rect + _draw_tiles(cells, corner, (SIDE - 2 * EDGE) / size, marked, ground, has_faces=not large)


def _draw_tiles(
    cells: Sequence[Cell],
    corner: Square,
    step: float,
    marked: AbstractSet[Square],
    ground: str = "",
    *,
    has_faces: bool = True,
) -> str:
    """Return the squares and tiles of these cells; round tiles lie on their square."""

    def place(cell: Cell) -> tuple[float, float]:
        square = cell.square
        return EDGE + (square.column - corner.column) * step, EDGE + (square.row - corner.row) * step

    round_tiles = [cell for cell in cells if cell.face and cell.kind == ROUND]
    below = [replace(cell, face="") if cell in round_tiles else cell for cell in cells]
    squares = _paths(below, marked, lambda cell: _square(*place(cell), step), ground)
    paths = squares + _paths(round_tiles, marked, lambda cell: _disc(*place(cell), step))
    faces = "".join(_face(cell, *place(cell), step, marked) for cell in cells if cell.face) if has_faces else ""
    if faces:
        style = f'font-family="system-ui,sans-serif" font-weight="700" font-size="{_short(step * 0.7)}"'
        faces = f'<g {style} text-anchor="middle" fill="{colours()["tile-ink"]}">{faces}</g>'
    return paths + faces


def _paths(cells: Iterable[Cell], marked: AbstractSet[Square], outline: Callable[[Cell], str], ground: str = "") -> str:
    """Return one path for each colour of these cells; those in the colour of the ground need none."""
    shapes: dict[str, list[str]] = {}
    for cell in cells:
        if (name := _look(cell, marked)) and name != ground:
            shapes.setdefault(name, []).append(outline(cell))
    return "".join(f'<path class="{name}" fill="{DAY[name]}" d="{"".join(d)}"/>' for name, d in shapes.items())


def _window(board: Board) -> tuple[Square, int]:
    """Return the first square and the side of the part to draw.

    Of a large board it is a square around its tiles, so that their faces can be read.
    """
    whole = max(board.columns, board.rows)
    squares = [cell.square for cell in board.cells if cell.face]
    if whole <= MOST_FACES or not squares:
        return Square(1, 1), whole
    columns, rows = sorted(square.column for square in squares), sorted(square.row for square in squares)
    size = min(max(columns[-1] - columns[0], rows[-1] - rows[0], LEAST_WINDOW - 3) + 3, whole)

    def start(numbers: list[int], most: int) -> int:
        return 1 + min(max((numbers[0] + numbers[-1] - size) // 2, 0), max(most - size, 0))

    return Square(start(rows, board.rows), start(columns, board.columns)), size


def _look(cell: Cell, marked: AbstractSet[Square]) -> str:
    """Return the colour of a square; empty for squares that can never hold a tile."""
    if cell.face:
        if cell.square in marked:
            return "last"
        return cell.kind if cell.kind in DAY else "tile"
    if cell.void:
        return ""
    return next((name for name in (cell.kind, cell.colour) if name in DAY), "square")


def _square(x: float, y: float, step: float) -> str:
    side = _short(step * 0.94)
    return f"M{_short(x)} {_short(y)}h{side}v{side}h-{side}z"


def _disc(x: float, y: float, step: float) -> str:
    side = _short(step * 0.94)
    # A radius that is too small grows to half the side
    return f"M{_short(x)} {_short(y + 0.47 * step)}a1 1 0 0 0 {side} 0a1 1 0 0 0-{side} 0z"


def _face(cell: Cell, x: float, y: float, step: float, marked: AbstractSet[Square]) -> str:
    fill = f' fill="{colours()["sign-ink"]}"' if cell.kind == "symbol" and cell.square not in marked else ""
    return f'<text x="{_short(x + 0.47 * step)}" y="{_short(y + 0.73 * step)}"{fill}>{escape(sign(cell.face))}</text>'


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
