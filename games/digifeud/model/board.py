"""Tiles and the numbers that they spell; squares, lines and premium squares of the board; options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from games.rules import Handicap, IllegalMove, Options, SeededRandom, Square, option, say, subtract

BLANK = "?"
DIGITS = tuple("0123456789")
ALL_NUMBERS = tuple("000" + "1" * 9 + "".join(d * 5 for d in "2345") + "".join(d * 4 for d in "6789") + BLANK * 2)
# House rule: those who learn to count play with fewer tiles, so that a match fits into a lesson
FEWER_NUMBERS = tuple("00" + "1" * 8 + "".join(d * 4 for d in "2345") + "".join(d * 3 for d in "6789") + BLANK * 2)
MAX_VALUE = 99
LONGEST_TABLE = 10  # where the tables are limited, they end with ten times


class Arithmetic(NamedTuple):
    """What is calculated in a match: the operators, the tiles, the highest number, and the tables of multiplication.

    With `tables`, one factor of a product is at most this number, and the other at most `LONGEST_TABLE`.
    """

    operators: str
    counts: tuple[int, ...]  # operator tiles of each kind
    numbers: tuple[str, ...] = ALL_NUMBERS
    highest: int = MAX_VALUE
    tables: int = 0  # 0: all

    @property
    def tiles(self) -> Tiles:
        """Every tile of a match."""
        pairs = zip(self.operators, self.counts, strict=True)
        return Tiles(self.numbers, tuple("".join(operator * many for operator, many in pairs)))

    def has_product(self, first: int, second: int) -> bool:
        """Return whether the tables have this product."""
        least, most = sorted((first, second))
        return not self.tables or (least <= self.tables and most <= LONGEST_TABLE)


ARITHMETICS = {  # by the option, the easiest first
    "+-20": Arithmetic("+-", (20, 20), FEWER_NUMBERS, highest=20),
    "+-": Arithmetic("+-", (24, 24)),
    "+-x5": Arithmetic("+-x", (12, 10, 10), FEWER_NUMBERS, tables=5),
    "+-x": Arithmetic("+-x", (16, 12, 12)),
    "+-x/": Arithmetic("+-x/", (16, 12, 12, 8)),
}


class Count(NamedTuple):
    """The number of tiles of each kind."""

    numbers: int
    operators: int


RACK_SIZE = Count(8, 3)


@dataclass(frozen=True)
class Tiles:
    """The tiles of a rack or a bag, in order; a bag is drawn from the front."""

    numbers: tuple[str, ...] = ()
    operators: tuple[str, ...] = ()

    @property
    def count(self) -> Count:
        """The number of tiles of each kind."""
        return Count(len(self.numbers), len(self.operators))

    @property
    def points(self) -> int:
        """The sum of the number tiles; a blank counts 0."""
        return sum(int(tile) for tile in self.numbers if tile != BLANK)

    def without(self, numbers: Iterable[str], operators: Iterable[str]) -> Tiles:
        """Return the tiles that remain without these; raise ValueError for a tile that is not among them."""
        return Tiles(subtract(self.numbers, numbers), subtract(self.operators, operators))

    def split(self, count: Count) -> tuple[Tiles, Tiles]:
        """Return the first `count` tiles of each kind, or as many as there are, and the rest."""
        numbers, operators = count
        return (
            Tiles(self.numbers[:numbers], self.operators[:operators]),
            Tiles(self.numbers[numbers:], self.operators[operators:]),
        )

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles(self.numbers + other.numbers, self.operators + other.operators)


def tiles_of(text: str) -> tuple[str, ...]:
    """Return the tiles that a number text takes: `("?", "3")` for `?13`, a blank played as 1, then a 3."""
    return tuple(tile[0] for tile in re.findall(r"\??[0-9]", text))


def shuffle(tiles: Tiles, rng: SeededRandom) -> Tiles:
    """Return the tiles of each kind in random order."""
    return Tiles(rng.shuffled(tiles.numbers), rng.shuffled(tiles.operators))


def refill(rack: Tiles, bag: Tiles) -> tuple[Tiles, Tiles]:
    """Return the rack filled up to `RACK_SIZE` from the front of the bag, and the rest of the bag."""
    have = rack.count
    tiles, bag = bag.split(Count(RACK_SIZE.numbers - have.numbers, RACK_SIZE.operators - have.operators))
    return rack + tiles, bag


def redraw(bag: Tiles, options: DigifeudOptions, rng: SeededRandom) -> Tiles:
    """Return the bag as the next tiles are drawn from it: in a mirror match shuffled again, the numbers first."""
    if not options.is_mirror:
        return bag
    full = options.arithmetic.tiles
    return Tiles(rng.redrawn(bag.numbers, full.numbers), rng.redrawn(bag.operators, full.operators))


OPERATOR_SIGNS = {"+": "+", "-": "−", "x": "×", "/": "÷"}


def plain_digits(text: str) -> str:
    """Return the digits of a number text, without the `?` that precedes a digit played with a blank."""
    return text.replace("?", "")


def value(text: str) -> int:
    """Return the number in the text; a blank counts as the digit it stands for."""
    return int(plain_digits(text))


def expression(first: str, operator: str, second: str) -> str:
    """Return the left side of an equation with typographic signs: `7 − 9`."""
    return f"{plain_digits(first)} {OPERATOR_SIGNS[operator]} {plain_digits(second)}"


def evaluate(first: int, operator: str, second: int, arithmetic: Arithmetic) -> int | None:
    """Return the outcome, or None unless it is a whole number from 0 to the highest, and a product in the tables."""
    if operator == "+":
        outcome = first + second
    elif operator == "-":
        outcome = first - second
    elif operator == "x":
        outcome = first * second if arithmetic.has_product(first, second) else -1
    elif second and first % second == 0:
        outcome = first // second
    else:
        return None
    return outcome if 0 <= outcome <= arithmetic.highest else None


def checked_outcome(first: str, operator: str, second: str, arithmetic: Arithmetic) -> int:
    """Return the outcome; raise IllegalMove with the reason if there is none, see `evaluate`."""
    a, b, sum_ = value(first), value(second), expression(first, operator, second)
    if (answer := evaluate(a, operator, b, arithmetic)) is not None:
        return answer
    if operator == "-":
        raise IllegalMove(say("{sum} is less than 0; the answer must be 0 or more.", sum=sum_))
    if operator != "/":
        if operator == "x" and not arithmetic.has_product(a, b):
            raise IllegalMove(
                say("{sum} is not in the tables up to {most}, which this match has.", sum=sum_, most=arithmetic.tables)
            )
        answer = a + b if operator == "+" else a * b
        most = arithmetic.highest
        raise IllegalMove(say("{sum} is {found}; the answer can be {most} at most.", sum=sum_, found=answer, most=most))
    if b == 0:
        raise IllegalMove(say("{sum}: you can’t divide by 0.", sum=sum_))
    raise IllegalMove(say("{sum} is not a whole number.", sum=sum_))


SIZE = 13
LINE_LENGTH = 5
CENTRE = Square(7, 7)
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))


class Direction(Enum):
    """A reading direction; every match allows the first two."""

    RIGHT = "r"
    DOWN = "d"
    LEFT = "l"
    UP = "u"


STEPS = {Direction.RIGHT: (0, 1), Direction.DOWN: (1, 0), Direction.LEFT: (0, -1), Direction.UP: (-1, 0)}


@dataclass(frozen=True)
class Line:
    """Five squares in reading order that can take a calculation: number, operator, number, =, outcome.

    `indices` are the indices of the squares into `Grid.faces`.
    """

    origin: tuple[Square, Direction]
    squares: tuple[Square, ...]
    indices: tuple[int, ...]

    @property
    def direction(self) -> Direction:
        """The direction in which it is read."""
        return self.origin[1]


@lru_cache(maxsize=1024)
def squares_from(start: Square, direction: Direction) -> tuple[Square, ...]:
    """Return the five squares of a line from `start`; some may be off the board."""
    down, right = STEPS[direction]
    return tuple(start.step(down * distance, right * distance) for distance in range(LINE_LENGTH))


def is_on_board(square: Square) -> bool:
    """Return whether the board has this square."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


def is_number_square(square: Square) -> bool:
    """Return whether the square takes numbers: odd row and odd column.

    The first calculation has a number on the centre, every later one uses a number of an earlier one, and the numbers
    of a calculation are two squares apart.
    """
    return square.row % 2 == 1 and square.column % 2 == 1


def is_symbol_square(square: Square) -> bool:
    """Return whether the square takes operators and =: it lies between two number squares."""
    return (square.row + square.column) % 2 == 1


def index_of(square: Square) -> int:
    """Return the square's index into `Grid.faces`: row by row from the top left corner, starting at 0."""
    return (square.row - 1) * SIZE + square.column - 1


RED, BLUE = "red", "blue"
OPERAND_MULTIPLIERS = {RED: 2, BLUE: 1, "": 0}
OUTCOME_MULTIPLIERS = {RED: 2, BLUE: 1, "": 1}


# House layout: every second number square is a premium square, red on the border and blue inside.
PREMIUM_SQUARES = {
    square: RED if {square.row, square.column} & {1, SIZE} else BLUE
    for square in SQUARES
    if is_number_square(square) and (square.row + square.column) % 4 == 2
}


@cache
def lines_in(directions: tuple[Direction, ...]) -> tuple[Line, ...]:
    """Return every line of the board that is read in one of these directions, in the order of the directions."""
    return tuple(line for direction in directions for line in _lines(direction))


def _lines(direction: Direction) -> Iterator[Line]:
    for start in filter(is_number_square, SQUARES):
        squares = squares_from(start, direction)
        if is_on_board(squares[-1]):
            yield Line((start, direction), squares, tuple(map(index_of, squares)))


def multipliers(squares: Sequence[Square], faces: Sequence[str]) -> tuple[int, int, int]:
    """Return the factors by which the two operands and the outcome on these three number squares count.

    `faces` are the faces before the turn. A premium square counts only in the turn that covers it, so one that has a
    face already is an ordinary square.
    """
    first, second, outcome = (
        "" if face else PREMIUM_SQUARES.get(square, "") for square, face in zip(squares, faces, strict=True)
    )
    return OPERAND_MULTIPLIERS[first], OPERAND_MULTIPLIERS[second], OUTCOME_MULTIPLIERS[outcome]


@dataclass(frozen=True)
class Grid:
    """The tiles on the board.

    `faces` has the face on every square, row by row ("" for an empty square). `blanks` lists the digits that blank
    tiles stand for.
    """

    faces: tuple[str, ...] = ("",) * SIZE**2
    blanks: tuple[str, ...] = ()

    def at(self, square: Square) -> str:
        """Return the face on the square: a number, an operator, "=" or ""."""
        return self.faces[index_of(square)]

    @property
    def is_empty(self) -> bool:
        """Whether no calculation has been played yet."""
        return not any(self.faces)

    def with_placed(self, placed: Mapping[Square, str]) -> Grid:
        """Return the grid with these texts placed on empty squares; `?` precedes a digit played with a blank."""
        faces, blanks = list(self.faces), list(self.blanks)
        for square, text in placed.items():
            faces[index_of(square)] = text.replace("?", "")
            blanks += (after for before, after in pairwise(text) if before == "?")
        return Grid(tuple(faces), tuple(blanks))


EMPTY_GRID = Grid()


@dataclass(frozen=True)
class DigifeudOptions(Options):
    """The reading directions and the operators."""

    sums = "operators"
    handicaps = Handicap(
        "moves",
        most=60,
        ratings=(1010, 1152, 1312, 1468, 1568, 1634, 1824, 1990),
        table=(
            (5, 10, 18, 24, 32, 40, 41),
            (5, 13, 19, 27, 35, 37),
            (8, 14, 21, 29, 31),
            (6, 13, 21, 26),
            (7, 15, 19),
            (8, 15),
            (5,),
        ),
    )

    directions: str = option(
        say("Directions"), {"2": say("To the right and down"), "4": say("All four directions")}, "2"
    )
    operators: str = option(
        say("Calculations"),
        {
            "+-20": say("Plus and minus up to 20"),
            "+-": say("Plus and minus"),
            "+-x5": say("Plus, minus and the tables up to 5"),
            "+-x": say("Plus, minus and times"),
            "+-x/": say("All four operations"),
        },
        "+-x",
    )

    @property
    def arithmetic(self) -> Arithmetic:
        """What is calculated, and with which tiles."""
        return ARITHMETICS[self.operators]

    @property
    def reading_directions(self) -> tuple[Direction, ...]:
        """The directions in which a calculation may be read."""
        return tuple(Direction)[: int(self.directions)]
