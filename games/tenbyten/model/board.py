"""The board: geometry, coloured squares, and the grid of chips."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import Handicap, Options, Seat, SeededRandom, Square, rule

Chips = tuple[str, ...]

FACES = tuple("1234")
ALL_CHIPS: Chips = FACES * 7
HAND_SIZE = 2
CHIPS_TO_WIN = 10  # captured chips that win a game
GAMES_TO_WIN = 2  # games that win the match
GAMES = 2 * GAMES_TO_WIN - 1  # games of a match at most, if none is drawn
START_CONTAINER = len(ALL_CHIPS) - 2 * HAND_SIZE - 1  # chips left after dealing two hands and the chip on the centre


def put_back(container: Chips, chips: Iterable[str], rng: SeededRandom) -> Chips:
    """Return the container with each of the chips inserted at a uniformly random place."""
    order = list(container)
    for chip in chips:
        order.insert(rng.below(len(order) + 1), chip)
    return tuple(order)


def draw(container: Chips, count: int) -> tuple[Chips, Chips]:
    """Return the next `count` chips, fewer if the container runs empty, and the rest of the container."""
    return container[:count], container[count:]


SIZE = 5
CENTRE = Square(3, 3)
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))
RED, BLUE = "red", "blue"
COLOURS = dict.fromkeys([Square(1, 1), Square(1, 5), CENTRE, Square(5, 1), Square(5, 5)], BLUE) | dict.fromkeys(
    [Square(2, 2), Square(2, 4), Square(4, 2), Square(4, 4)], RED
)
MARKS = {RED: "↩", BLUE: "+1", "": ""}
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows, columns, falling and rising diagonals


def on_board(square: Square) -> bool:
    """Return whether the square lies on the board."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


def index_of(square: Square) -> int:
    """Return the row-major index of a square, 0 for the top left corner."""
    return (square.row - 1) * SIZE + square.column - 1


@dataclass(frozen=True)
class Grid:
    """The chips on all squares in row-major order; "" for an empty square."""

    faces: Chips = ("",) * SIZE**2

    def at(self, square: Square) -> str:
        """Return the chip on a square, "" if it is empty or off the board."""
        return self.faces[index_of(square)] if on_board(square) else ""

    def with_chip(self, square: Square, chip: str) -> Grid:
        """Return the grid with one more chip."""
        return Grid(tuple(chip if other == square else face for other, face in zip(SQUARES, self.faces, strict=True)))

    def without(self, squares: Iterable[Square]) -> Grid:
        """Return the grid with these squares emptied."""
        emptied = frozenset(squares)
        return Grid(tuple("" if other in emptied else face for other, face in zip(SQUARES, self.faces, strict=True)))


EMPTY = Grid()


UNLIMITED = "unlimited"


@dataclass(frozen=True)
class TenByTenOptions(Options):
    """The rule on drawn games, and the handicap.

    `drawn_games` is the number of drawn games in a row that makes the match a draw. A match that began before there was
    a limit keeps having none.

    A handicap is so many chips fewer to win a game, a house rule. It never harms: who gets to ten has had fewer before,
    and the end by an empty container stays as it is. It is counted in thirds of a chip, which are chips in three games
    together: a third is one in the first game, two are one in each of the first two. Games after the third follow drawn
    ones and are like it.
    """

    handicaps = Handicap(
        "chips",
        most=27,
        ratings=(856, 1047, 1233, 1418, 1614, 1775, 1957, 2104),
        table=(
            (1, 5, 12, 17, 22, 27, 27),
            (5, 15, 20, 23, 27, 27),
            (4, 13, 18, 21, 22),
            (5, 11, 16, 18),
            (4, 9, 13),
            (5, 9),
            (4,),
        ),
        parts=GAMES,
        goal=CHIPS_TO_WIN,
    )

    drawn_games: str = rule(now="3", before=UNLIMITED)

    def chips_to_win(self, seat: Seat, number: int) -> int:
        """Return how many captured chips win this player the game of this number, drawn ones counted."""
        return self.goals(seat)[min(number, GAMES) - 1]

    @property
    def max_drawn_in_a_row(self) -> int | None:
        """Return the number of drawn games in a row that ends the match as a draw; None without a limit."""
        return None if self.drawn_games == UNLIMITED else int(self.drawn_games)
