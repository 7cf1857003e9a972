"""The view model of a position as one viewer sees it, for match, puzzle and lesson pages alike, and its HTML board."""

from __future__ import annotations

import string
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import tzinfo
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone

from core import clock
from core.live.partials import active_language, draw, joined, memoized
from games.catalogue import display_of
from games.matches.outcomes import Outcome, outcome_for
from games.rules import AnyGame, Board, Cell, Command, Interlude, Pile, Position, Seat, Sentence, Square, Tile, View


def draw_rows(board: Board, last: Iterable[Square], *, still: bool = False) -> SafeString:
    """Return the board as table rows with labels; `last` are the squares of the last turn.

    The squares of a `still` board have no ids and cannot be reached by keyboard.
    """
    last_squares = frozenset(last)
    cells = [_cell(cell, cell.square in last_squares, not still, not still) for cell in board.cells]
    first, columns = board.cells[0].square, board.columns
    return draw(
        "matches/board/rows",
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


@memoized
def _cell(cell: Cell, is_last: bool, has_id: bool, has_reach: bool) -> SafeString:
    """Return a square; the plainest ones are the same in all matches."""
    names = [cell.colour, cell.kind, "two" * (bool(cell.kind) and len(cell.face) > 1), "last" * is_last]
    classes = " ".join(filter(None, [*names, "void" * cell.void]))
    return draw("matches/cell", cell=cell, classes=classes, has_id=has_id, has_reach=has_reach)


Some = TypeVar("Some", bound="BoardView")
Given = ParamSpec("Given")
Result = TypeVar("Result")

_NOT_DRAWN: Any = object()  # in place of a result of any type


class Common:
    """A cache of results that all viewers of a version of a match in one language and time zone share.

    The keys of `results` are functions, together with their further arguments if there are any; see `common`.
    """

    __slots__ = ("language", "results", "zone")

    def __init__(self, language: str, zone: tzinfo) -> None:
        """Create an empty cache."""
        self.language = language
        self.zone = zone
        self.results: dict[object, Any] = {}  # each function has a type of its own

    @classmethod
    def of_active(cls) -> Common:
        """Return an empty cache for the active language and time zone."""
        return cls(active_language(), get_current_timezone())


def common(draw: Callable[Concatenate[Some, Given], Result]) -> Callable[Concatenate[Some, Given], Result]:
    """Memoize a function of a view whose result is the same for all viewers, in the `Common` that their views share.

    Its further arguments are part of the key.
    """

    @wraps(draw)
    def once(view: Some, /, *given: Given.args, **named: Given.kwargs) -> Result:
        key = (draw, given, *sorted(named.items())) if named else (draw, given) if given else draw
        results = view.common.results
        # Missing for one viewer of two: raising KeyError would cost as much again.
        result: Result = results.get(key, _NOT_DRAWN)
        if result is _NOT_DRAWN:
            result = results[key] = draw(view, *given, **named)
        return result

    return once


class Same(Generic[Result]):
    """A key that compares a value by identity: its hash would visit all of its parts."""

    __slots__ = ("value",)

    def __init__(self, value: Result) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True)
class FormUrls:
    """URLs of the forms: a move, its preview, and the confirmation of a command without JavaScript."""

    move: str
    preview: str
    confirm: str


class BoardView(ABC):
    """A position as one viewer may see it: board, tiles, piles and commands."""

    def __init__(
        self, game: AnyGame, position: Position, seat: Seat | None, ply: int, common: Common | None = None
    ) -> None:
        """Show the position after `ply` moves as seen from this seat; None stands for a spectator.

        `common` is for the active language and time zone; without it the view shares no results with others.
        """
        self.game = game
        self.display = display_of(game)
        self.seat = seat
        self.ply = ply
        self.view: View = game.view(position, seat)
        self.common = common or Common.of_active()
        self.language, self.zone = self.common.language, self.common.zone

    @property
    @abstractmethod
    def to(self) -> FormUrls:
        """The URLs of its forms."""

    @property
    def names(self) -> tuple[str, str] | None:
        """The players' names, by seat; None where no players are known."""
        return None

    @property
    def now(self) -> str:
        """The server's time in ISO 8601, for the clocks on the page."""
        return clock.now().isoformat()

    @cached_property
    def over(self) -> bool:
        """Whether the position has a result."""
        return self.view.result is not None

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to move."""
        return self.view.my_turn

    @property
    def keypad(self) -> str:
        """The keys to type a sum, one character each, in a game that shows where it fits; empty in others."""
        return self.display.keypad(self.view.options)

    @property
    def turn(self) -> str:
        """Whose turn it is, for scripts and styles: `mine`, `theirs` or `over`."""
        return "over" if self.over else "mine" if self.my_turn else "theirs"

    @property
    def outcome(self) -> str:
        """The value of the `Outcome` for the viewer; empty while the position has no result."""
        result = self.view.result
        return outcome_for(result.winner, self.seat).value if result else Outcome.RUNNING.value

    @cached_property
    def board(self) -> Board:
        """The board as the game presents it."""
        return self.display.board(self.view)

    @property
    def marked(self) -> frozenset[Square]:
        """The squares of the last turn."""
        return frozenset(self.view.last.squares) if self.view.last else frozenset()

    @property
    def last_squares(self) -> str:
        """The names of the squares of the last turn, separated by spaces, for scripts."""
        return _names_of_last_squares(self)

    @property
    def rows(self) -> SafeString:
        """The whole board as table rows."""
        return draw_rows(self.board, self.marked)

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The viewer's own tiles; none for a spectator."""
        return (self.display.rack(self.view, self.seat) or ()) if self.seat else ()

    @property
    def face_down(self) -> range:
        """A range as long as the number of the viewer's tiles that lie face down."""
        if self.seat is None or self.over or self.seat not in self.view.face_down:
            return range(0)
        return range(self.display.held(self.view, self.seat))

    @property
    def why_face_down(self) -> Sentence:
        """Why the viewer's tiles lie face down: until the match begins if the viewer moves first, else until a move."""
        words = self.display.vocabulary
        return words.until_begun if self.seat is self.view.to_move else words.until_moved

    @property
    def has_more(self) -> bool:
        """Whether there are tiles to draw, so that who holds none has not played the last one."""
        return any(pile.deals and pile.count for pile in self.piles)

    @property
    def piles(self) -> tuple[Pile, ...]:
        """Public counts, such as the tiles left in the bag."""
        piles = self.display.piles(self.view)
        return tuple([pile.named(self.names) for pile in piles]) if self.names else piles

    @property
    def commands(self) -> tuple[Command, ...]:
        """Moves without tiles that the viewer may make on their turn.

        The style sheet hides them on the opponent's turn, so that they keep their room, and that an update after a move
        contains only those that pick tiles.
        """
        return self.display.commands(self.view) if self.seat and not self.over else ()

    @property
    def notice(self) -> Sentence | None:
        """A notice of the game besides whose turn it is; None without one."""
        return None if self.over else self.display.notice(self.view)

    @cached_property
    def interlude(self) -> Interlude | None:
        """How the previous game of the match ended, while that is news; None without one."""
        last = self.display.interlude(self.view)
        return last.named(self.names) if last and self.names else last

    @property
    def next_ply(self) -> int:
        """The number of the next move."""
        return self.ply + 1


@common
def _names_of_last_squares(view: BoardView) -> str:
    return " ".join(map(str, view.view.last.squares)) if view.view.last else ""
