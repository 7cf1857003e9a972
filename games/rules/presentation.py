"""The presentation of a game without HTML: cells, tiles, piles and commands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.rules.seats import Seat
from games.rules.sentences import Sentence
from games.rules.squares import Square


@dataclass(frozen=True)
class Tile:
    """A tile on a rack. `face` is what it shows and what a player types for it.

    `kind` says which cells take it; `becomes` lists the faces that a blank may stand for. `spoken` is its name for
    screen readers where the face alone reads badly. `look` is the kind it is drawn as, where squares take all tiles
    alike.
    """

    face: str
    kind: str
    spoken: Sentence | None = None
    becomes: tuple[str, ...] = ()
    look: str = ""

    @property
    def drawn(self) -> str:
        """The kind it is drawn as."""
        return self.look or self.kind


@dataclass(frozen=True)
class Cell:
    """One square of the board.

    `face` and `kind` describe the tile on it ("" for none). `colour` names the square's colour and `mark` is the sign
    printed on it, so that colour is never the only difference. `takes` is the kind of tile that may be placed there now
    and `room` how many such tiles share the square. No tile is ever placed on a `void` square. `hint` is what a tile
    placed there would score, in matches that show it. `meaning` says what the colour does, for screen readers.
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
        """Return this many rows and columns of it, from this square to the right and down."""
        across, down = range(corner.column, corner.column + columns), range(corner.row, corner.row + rows)
        cells = (cell for cell in self.cells if cell.square.row in down and cell.square.column in across)
        return Board(rows, columns, tuple(cells), self.blocks)


@dataclass(frozen=True)
class Pile:
    """Public tiles of one kind: a count, or also their faces in order.

    Among the sealed piles of a match `follows` says that this pile continues the shuffled order of the one before.

    For the motion of tiles that leave the board: the pile of a player (`owner`) gets those that this player takes, but
    from squares of the colour `returns` they go to this pile, and each one taken from a square of the colour `adds`
    brings a tile of this pile with it. New tiles of the kind `deals` come to a player's rack from this pile.
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
        """Return the pile with the players' names, by seat, in its label."""
        label = self.label.named(names)
        return self if label is self.label else replace(self, label=label)


@dataclass(frozen=True)
class Command:
    """A move that places no tiles, offered as a button: its notation, its label, and a question to confirm it.

    With `picks`, the fewest and the most tiles, the player picks that many from the rack, and their faces follow in the
    notation after a space.
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
        """Return the same with the players' names, by seat."""
        return replace(self, text=self.text.named(names), piles=tuple(pile.named(names) for pile in self.piles))
