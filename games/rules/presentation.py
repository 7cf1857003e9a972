"""How a game is shown and how players put a move together, without HTML: the contract, and cells, tiles, piles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic

from games.rules.game import MoveT, OptionsT, PositionT, ViewT
from games.rules.lights import Light, Placements
from games.rules.seats import Seat
from games.rules.sentences import Sentence
from games.rules.squares import Square
from games.rules.vocabulary import TILES, Vocabulary


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

    In `Display.sealed`, `follows` is True if the pile continues the shuffled order of the pile before it.

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


class Display(ABC, Generic[OptionsT, PositionT, ViewT, MoveT]):
    """The display of a game, for all versions of its rules: pure functions of what a viewer may know.

    The rules do not know it. It shows what is legal, never what is good, and reads only the view, but for `sealed`,
    which is published after the match.
    """

    guidance: ClassVar[tuple[Sentence, ...]] = ()  # hints for a player's first turn, the second, and so on
    vocabulary: ClassVar[Vocabulary] = TILES
    lights_up: ClassVar[Sentence | None] = None  # what lights up while a player chooses; None where nothing does

    @abstractmethod
    def compose(self, view: ViewT, placements: Placements) -> MoveT:
        """Return the move that consists of these placed tiles.

        Raises IllegalMove with what is wrong or still missing. A tile is written as its face; a blank as `?` and the
        face it stands for.
        """

    def legal_squares(self, view: ViewT, tile: str, placed: Placements = ()) -> frozenset[Square]:
        """Return the squares on which some legal move of the viewer places this tile, given the tiles already placed.

        A blank is written as `?`. Whose turn it is does not matter, so that a player can plan ahead. The default, no
        squares, is for games in which every empty square takes every tile.
        """
        return frozenset()

    def highlights(self, view: ViewT, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the squares to highlight, and why, for the placed tiles and the square that the viewer selected."""
        return ()

    def keypad(self, options: OptionsT) -> str:
        """Return the keys to type an equation for `moves_making`, one character each; empty in a game without them."""
        return ""

    def moves_making(self, view: ViewT, text: str) -> tuple[MoveT, ...] | None:
        """Return every legal move of the viewer that makes the equation in this text, wherever it fits on the board.

        They are sorted from the top left. None if the text is not an equation alone, and in a game without a keypad.
        """
        return None

    @abstractmethod
    def board(self, view: ViewT) -> Board:
        """Return the board as this viewer sees it."""

    @abstractmethod
    def rack(self, view: ViewT, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the tiles of that seat; None while this viewer may not see them."""

    @abstractmethod
    def held(self, view: ViewT, seat: Seat) -> int:
        """Return how many tiles that seat holds, which is public."""

    @abstractmethod
    def piles(self, view: ViewT) -> tuple[Pile, ...]:
        """Return public counts, such as tiles left in the bags and captured chips."""

    @abstractmethod
    def sealed(self, position: PositionT) -> tuple[Pile, ...]:
        """Return all tiles in their shuffled order, given the position after `setup`; published after the match."""

    def commands(self, view: ViewT) -> tuple[Command, ...]:
        """Return the viewer's moves that place no tile, such as passing; none after the end.

        Pages show them in the viewer's turn only. A game may return them in the opponent's turn too: then they need not
        be sent again when the turn changes.
        """
        return ()

    def notice(self, view: ViewT) -> Sentence | None:
        """Return a sentence to show beside whose turn it is, such as that it is the last one; None without one."""
        return None

    def interlude(self, view: ViewT) -> Interlude | None:
        """Return how the previous game of a match of several games ended, until both players have moved again.

        None later, and in a match of one game.
        """
        return None


AnyDisplay = Display[Any, Any, Any, Any]  # for code that handles all games: only a game's own code knows its types
