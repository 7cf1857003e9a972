"""How a game looks, without a word of HTML: cells, tiles, piles and buttons."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.sentences import Sentence
from games.rules.squares import Square


@dataclass(frozen=True)
class Tile:
    """A tile on a rack. `face` is what it shows and what a player types for it.

    `kind` says which cells take it; `becomes` lists the faces it may be laid as, for a blank.
    `spoken` is its name where the face alone reads badly aloud. `look` is the kind that it is drawn as on the
    board, where squares take all tiles alike.
    """

    face: str
    kind: str
    spoken: Sentence | None = None
    becomes: tuple[str, ...] = ()
    look: str = ""

    @property
    def drawn(self) -> str:
        """The kind that it is drawn as."""
        return self.look or self.kind


@dataclass(frozen=True)
class Cell:
    """One square of the board as it is drawn.

    `face` and `kind` tell what lies there ("" for nothing). `colour` names the square's colour and
    `mark` is the sign printed on it, so that colour is never the only difference. `takes` is the kind of
    tile that may be laid there now and `room` how many such tiles share the square. On a `void` square
    nothing ever lies. `hint` is what a tile laid there would bring, in matches where that is told.
    """

    square: Square
    face: str = ""
    kind: str = ""
    colour: str = ""
    mark: str = ""
    takes: str = ""
    room: int = 0
    void: bool = False
    hint: str = ""


@dataclass(frozen=True)
class Board:
    """All squares of a board, row by row from the top left.

    `blocks` is the side of the blocks in which they belong together, 0 for none.
    """

    rows: int
    columns: int
    cells: tuple[Cell, ...]
    blocks: int = 0

    def part(self, corner: Square, rows: int, columns: int) -> Board:
        """So many rows and columns of it, from this square on to the right and down."""
        across, down = range(corner.column, corner.column + columns), range(corner.row, corner.row + rows)
        cells = (cell for cell in self.cells if cell.square.row in down and cell.square.column in across)
        return Board(rows, columns, tuple(cells), self.blocks)


@dataclass(frozen=True)
class Pile:
    """Tiles of one kind that belong together, for everybody to see: a count, or also their faces in order.

    Among the sealed piles of a match `follows` says that the same shuffled order goes on here which the pile before is
    the beginning of.
    """

    label: Sentence
    count: int
    faces: tuple[str, ...] = ()
    kind: str = ""
    follows: bool = False


@dataclass(frozen=True)
class Command:
    """A move that lays no tiles, offered as a button: its notation, its name, what to ask first.

    With `picks`, the fewest and the most tiles, the player picks that many from the rack, and their faces
    follow in the notation after a space.
    """

    text: str
    label: Sentence
    question: Sentence | None = None
    picks: tuple[int, int] | None = None


@dataclass(frozen=True)
class Interlude:
    """How one game of a match ended before the next was dealt: in words, its last board, its piles.

    `squares` are those of the turn that ended it.
    """

    text: Sentence
    board: Board
    squares: tuple[Square, ...] = ()
    piles: tuple[Pile, ...] = ()
