"""The presentation of a game without HTML: cells, tiles, piles and commands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.rules.seats import Seat
from games.rules.sentences import Sentence
from games.rules.squares import Square


@dataclass(frozen=True)
class Tile:
    """A tile on a rack. `face` is what it shows and what a player types for it.

    Cells whose `takes` equals `kind` accept it. `becomes` lists the faces that a blank may stand for. `spoken` is the
    name for screen readers if the face alone reads badly. `look` is the kind it is drawn as if that is not `kind`, in
    games whose squares accept all tiles alike.
    """

    face: str
    kind: str
    spoken: Sentence | None = None
    becomes: tuple[str, ...] = ()
    look: str = ""

    @property
    def drawn(self) -> str:
        """The kind that decides how the tile is drawn."""
        return self.look or self.kind


@dataclass(frozen=True)
class Cell:
    """One square of the board.

    `face` and `kind` describe the tile on it ("" for none). `colour` names the square's colour and `mark` is the sign
    printed on it, so that colour is never the only difference. `takes` is the kind of tile that may be placed there now
    and `room` how many tiles of that kind the square holds. No tile is ever placed on a `void` square. `hint` is the
    points that the tile to place would score there, in matches that show it. `meaning` explains the colour, for screen
    readers.
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
    meaning: Sentence | None = None


@dataclass(frozen=True)
class Board:
    """All squares of a board, row by row from the top left.

    `blocks` is the side length of the blocks that divide it, 0 for none.
    """

    rows: int
    columns: int
    cells: tuple[Cell, ...]
    blocks: int = 0

    def part(self, corner: Square, rows: int, columns: int) -> Board:
        """Return the rectangle of `rows` by `columns` squares whose top left square is `corner`."""
        row_range, column_range = range(corner.row, corner.row + rows), range(corner.column, corner.column + columns)
        cells = (cell for cell in self.cells if cell.square.row in row_range and cell.square.column in column_range)
        return Board(rows, columns, tuple(cells), self.blocks)


@dataclass(frozen=True)
class Pile:
    """A pile of tiles: their public count and, where they are public, their faces in order.

    In `Game.sealed`, `follows` is True if the pile continues the shuffled order of the pile before it.

    The other fields tell the page how to animate tiles. Captured tiles move to the pile whose `owner` captured them,
    but from squares of the colour `returns` to the pile with that field; a capture on a square of the colour `adds`
    also moves a tile from the pile with that field to the owner's. New tiles of the kind `deals` on a rack come from
    the pile with that field.
    """

    label: Sentence
    count: int
    faces: tuple[str, ...] = ()
    kind: str = ""
    follows: bool = False
    owner: Seat | None = None
    returns: str = ""
    adds: str = ""
    deals: str = ""

    def named(self, names: tuple[str, str]) -> Pile:
        """Return the pile with the players' names, given by seat, filled into its label."""
        label = self.label.named(names)
        return self if label is self.label else replace(self, label=label)


@dataclass(frozen=True)
class Command:
    """A move that places no tiles, offered as a button: its notation, its label, and a question to confirm it.

    With `picks`, the least and the greatest number of tiles, the player picks that many from the rack; their faces are
    appended to the notation after a space.
    """

    text: str
    label: Sentence
    question: Sentence | None = None
    picks: tuple[int, int] | None = None


@dataclass(frozen=True)
class Interlude:
    """How one game of a match of several ended: a description, its last board, its piles.

    `squares` are those of the turn that ended it.
    """

    text: Sentence
    board: Board
    squares: tuple[Square, ...] = ()
    piles: tuple[Pile, ...] = ()

    def named(self, names: tuple[str, str]) -> Interlude:
        """Return the interlude with the players' names, given by seat, filled into its sentences."""
        return replace(self, text=self.text.named(names), piles=tuple(pile.named(names) for pile in self.piles))
