"""How a game is shown and how players put a move together, without HTML: words, lights, tiles, boards, the contract."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, Generic

from games.rules.game import MoveT, OptionsT, PositionT, ViewT
from games.rules.position import Square
from games.rules.reasons import REASONS, THEMES, Theme, Why
from games.rules.sentences import Seat, Sentence, say


@dataclass(frozen=True)
class Vocabulary:
    """The name of the player's own tiles, and the sentences about placing, keeping, hiding and sealing them."""

    yours: Sentence
    lay: Sentence  # with a place for a move in notation
    pick: Sentence
    left: Sentence  # the tiles follow
    none_left: Sentence
    hidden: Sentence
    until_moved: Sentence  # face down until the first move
    until_begun: Sentence  # face down until both players are present
    tap: Sentence  # how the move that a guide proposes is made
    drag: Sentence  # how to place, for a first lesson
    sealed: Sentence
    not_as_sealed: Sentence
    not_chosen: Sentence  # by the server or a player
    set_before: Sentence  # the first move


EXAMPLE = "%(example)s"  # a place that the page fills

TILES = Vocabulary(
    yours=say("Your tiles"),
    lay=say("Put tiles on the board, or type a move here, such as {example}.", example=EXAMPLE),
    pick=say("Pick tiles"),
    left=say("Tiles left:"),
    none_left=say("no tiles left"),
    hidden=say("You are watching. The players’ tiles stay hidden."),
    until_moved=say("Your tiles stay face down until the first move."),
    until_begun=say("Your tiles stay face down until the match begins."),
    tap=say("Tap each tile, then its square. Then press Play."),
    drag=say(
        "Tap a tile, then a square, or drag it there. Tap it again to take it back. With a keyboard: go to a square "
        "and type."
    ),
    sealed=say("The tiles are sealed"),
    not_as_sealed=say("The tiles of this match don’t match the seal!"),
    not_chosen=say("Fair draw: no one could choose the tiles."),
    set_before=say("Fair draw: the tiles were set before the first move."),
)
CHIPS = Vocabulary(
    yours=say("Your chips"),
    lay=say("Put a chip on the board, or type a move here, such as {example}.", example=EXAMPLE),
    pick=say("Pick chips"),
    left=say("Chips left:"),
    none_left=say("no chips left"),
    hidden=say("You are watching. The players’ chips stay hidden."),
    until_moved=say("Your chips stay face down until the first move."),
    until_begun=say("Your chips stay face down until the match begins."),
    tap=say("Tap the chip, then its square. Then press Play."),
    drag=say(
        "Tap a chip, then a square, or drag it there. Tap it again to take it back. With a keyboard: go to a square "
        "and type."
    ),
    sealed=say("The chips are sealed"),
    not_as_sealed=say("The chips of this match don’t match the seal!"),
    not_chosen=say("Fair draw: no one could choose the chips."),
    set_before=say("Fair draw: the chips were set before the first move."),
)
PIECES = Vocabulary(
    yours=say("Your pieces"),
    lay=say("Put pieces on the board, or type a move here, such as {example}.", example=EXAMPLE),
    pick=say("Pick pieces"),
    left=say("Pieces left:"),
    none_left=say("no pieces left"),
    hidden=say("You are watching. The players’ pieces stay hidden."),
    until_moved=say("Your pieces stay face down until the first move."),
    until_begun=say("Your pieces stay face down until the match begins."),
    tap=say("Tap each piece, then its square. Then press Play."),
    drag=say(
        "Tap a piece, then a square, or drag it there. Tap it again to take it back. With a keyboard: go to a square "
        "and type."
    ),
    sealed=say("The pieces are sealed"),
    not_as_sealed=say("The pieces of this match don’t match the seal!"),
    not_chosen=say("Fair draw: no one could choose the pieces."),
    set_before=say("Fair draw: the pieces were set before the first move."),
)


Placements = Sequence[tuple[Square, str]]
TilesBySquare = Mapping[Square, Sequence[str]]  # the tiles that a move places on each square, in reading order


class Reason(Enum):
    """The reason why squares are highlighted; its value is the key in the answer to the page."""

    FITS = "fits"  # a legal move places a tile there
    LINE = "line"  # in the row, the column or the block of the selected square
    EQUAL = "equal"  # holds the same tile
    CONFLICT = "conflict"  # its tile makes the placement invalid
    WHOLE = "whole"  # part of a complete equation or group


@dataclass(frozen=True)
class Light:
    """Squares that are highlighted for one reason."""

    reason: Reason
    squares: frozenset[Square]


def squares_for(tile: str, placed: Placements, moves: Iterable[TilesBySquare]) -> frozenset[Square]:
    """Return the squares on which one of these moves places the tile, of the moves that begin with what is placed.

    A move fits if on every square its first tiles are the ones placed there.
    """
    faces_by_square: dict[Square, list[str]] = {}
    for square, face in placed:
        faces_by_square.setdefault(square, []).append(face)
    squares: set[Square] = set()
    for tiles in moves:
        if all(list(tiles.get(square, ()))[: len(faces)] == faces for square, faces in faces_by_square.items()):
            # The face of a blank has its digit, such as `?6`
            squares.update(
                square
                for square, faces in tiles.items()
                if any(tile in (face, face[0]) for face in faces[len(faces_by_square.get(square, ())) :])
            )
    return frozenset(squares)


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


def sealed_piles(kind: str, *piles: tuple[Sentence, tuple[str, ...]]) -> tuple[Pile, ...]:
    """Return one shuffled order of tiles as piles, given the label and the faces of each part of it."""
    return tuple(Pile(label, len(faces), faces, kind, place > 0) for place, (label, faces) in enumerate(piles))


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
    reasons: ClassVar[Mapping[str, str]] = REASONS  # templates of why a move is better, by the keys of `Why`
    themes: ClassVar[Mapping[str, Theme]] = THEMES  # what the reasons are practised as, by the same keys
    units: ClassVar[tuple[Sentence, Sentence] | None] = None  # of `tallies`, the large one first; None: points

    @abstractmethod
    def compose(self, view: ViewT, placements: Placements) -> MoveT:
        """Return the move that consists of these placed tiles.

        Raises IllegalMove with what is wrong or still missing. A tile is written as its face; a blank as `?` and the
        face it stands for.
        """

    def placements_of(self, view: ViewT, move: MoveT) -> Placements:
        """Return the tiles that the viewer lays in this move, written as for `compose`; the default shows none."""
        return ()

    def themes_of(self, view: ViewT, move: MoveT) -> frozenset[Theme]:
        """Return what there is to see in a legal move of the viewer by the rules alone; the default, nothing."""
        return frozenset()

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
        Raise FalseSum for one that is not true.
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

    def explain(self, why: Why) -> Sentence | None:
        """Return why a move is better as a sentence; None for a reason that the display does not know (any more)."""
        template = self.reasons.get(why.key)
        return Sentence(template, why.values) if template else None


AnyDisplay = Display[Any, Any, Any, Any]  # for code that handles all games: only a game's own code knows its types
