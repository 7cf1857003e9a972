"""The two kinds of move: their legality, what they score, and how all legal ones are generated.

Each check raises IllegalMove with a sentence for the player. Move generation combines every open slot of the board with
every equation that the rack can complete there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.digifeud.model.board import (
    BLANK,
    CENTRE,
    OPERATOR_SIGNS,
    PREMIUM_SQUARES,
    RED,
    Arithmetic,
    DigifeudOptions,
    Direction,
    Grid,
    Tiles,
    checked_outcome,
    expression,
    is_number_square,
    is_on_board,
    lines_in,
    multipliers,
    plain_digits,
    squares_from,
    tiles_of,
    value,
)
from games.digifeud.model.equations import FixedNumbers, equations, tile_mask
from games.rules import FalseSum, IllegalMove, Part, Sentence, Square, missing, say


@dataclass(frozen=True)
class Pass:
    """A move that places no tile."""


class Calculation(NamedTuple):
    """A calculation that begins on the square `start`; `?` precedes a digit played with a blank.

    Numbers that are on the board already are part of it.
    """

    start: Square
    direction: Direction
    first: str
    operator: str
    second: str
    outcome: str

    @property
    def squares(self) -> tuple[Square, ...]:
        """The five squares in reading order; some may be off the board."""
        return squares_from(self.start, self.direction)

    @property
    def texts(self) -> tuple[str, ...]:
        """The text on each of the squares, in reading order."""
        return (self.first, self.operator, self.second, "=", self.outcome)

    @property
    def equation(self) -> str:
        """The calculation with typographic signs: `5 × 8 = 40`."""
        return f"{expression(self.first, self.operator, self.second)} = {plain_digits(self.outcome)}"

    @property
    def fact(self) -> str:
        """The calculation without its outcome; where the order does not matter, the smaller number comes first."""
        first, second = self.first, self.second
        if self.operator in "+x" and value(first) > value(second):
            first, second = second, first
        return expression(first, self.operator, second)

    def placed_on(self, grid: Grid) -> dict[Square, str]:
        """Return the texts that this move adds to the grid, by square."""
        return {square: text for square, text in zip(self.squares, self.texts, strict=True) if not grid.at(square)}


Move = Calculation | Pass

PASS = "pass"  # noqa: S105 - a move, not a password
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "x", "*": "x", "÷": "/", ":": "/"})


def normalized(text: str) -> str:
    """Return the text without spaces and capitals, with the signs of the notation."""
    return "".join(text.lower().translate(_SIGNS).split())


def check_direction(options: DigifeudOptions, direction: Direction) -> None:
    """Raise IllegalMove for a reading direction that the match options exclude."""
    if direction not in options.reading_directions:
        raise IllegalMove(say("The answer must come last, read from left to right or from top to bottom."))


def check_symbol_squares(grid: Grid, squares: Sequence[Square]) -> None:
    """Raise IllegalMove unless the squares of the operator and the = are empty."""
    for square in squares[1::2]:
        if face := grid.at(square):
            raise IllegalMove(
                say(
                    "{square} already has {face}, but you place the operator and the = in the same turn.",
                    square=str(square),
                    face=OPERATOR_SIGNS.get(face, face),
                )
            )


def check_connection(grid: Grid, squares: Sequence[Square]) -> None:
    """Raise IllegalMove unless the line has a number on the board, or the centre for the first calculation."""
    if grid.is_empty:
        check_centre(squares)
    elif not any(map(grid.at, squares[0::2])):
        raise IllegalMove(say("At least one number of the calculation must already be on the board."))


def check_centre(squares: Sequence[Square]) -> None:
    """Raise IllegalMove unless a first calculation on these squares has a number on the centre."""
    centre = str(CENTRE)
    if CENTRE in squares[1::2]:
        raise IllegalMove(
            say("The centre, {square}, takes a number of the first calculation, not a sign.", square=centre)
        )
    if CENTRE not in squares:
        raise IllegalMove(say("The first calculation needs a number on the centre, {square}.", square=centre))


def check_number(grid: Grid, square: Square, text: str, *, outcome: bool) -> None:
    """Raise IllegalMove unless the number is on the square already or may be placed there.

    A new operand has one digit, a new outcome one or two without a leading 0.
    """
    digits = plain_digits(text)
    if old := grid.at(square):
        if text != old:
            raise IllegalMove(say("{square} already has {old}, and that never changes.", square=str(square), old=old))
    elif len(digits) > 1 and not outcome:
        raise IllegalMove(say("{number} is too long: a new number before the = has one digit.", number=digits))
    elif len(digits) > 1 and digits[0] == "0":
        raise IllegalMove(say("{number} begins with a 0.", number=digits))


def check_outcome(first: str, operator: str, second: str, outcome: str, arithmetic: Arithmetic) -> None:
    """Raise FalseSum unless the equation is true, and IllegalMove for a true one that this arithmetic excludes."""
    sum_, digits = expression(first, operator, second), plain_digits(outcome)
    try:
        answer = checked_outcome(first, operator, second, arithmetic)
    except IllegalMove as refusal:
        if is_true(first, operator, second, outcome):
            raise
        raise FalseSum(refusal.reason, f"{sum_} = {digits}") from None
    if answer != value(outcome):
        reason = say("{sum} is {found}, not {given}.", sum=sum_, found=answer, given=digits)
        raise FalseSum(reason, f"{sum_} = {digits}")


def is_true(first: str, operator: str, second: str, outcome: str) -> bool:
    """Return whether the equation is true in any arithmetic."""
    a, b, c = value(first), value(second), value(outcome)
    if operator == "/":
        return b != 0 and b * c == a
    return c == (a + b if operator == "+" else a - b if operator == "-" else a * b)


def check_rack(rack: Tiles, numbers: Sequence[str], operators: Sequence[str]) -> None:
    """Raise IllegalMove unless the rack holds all these tiles."""
    for held, needed in ((rack.numbers, numbers), (rack.operators, operators)):
        for tile in missing(held, needed):
            raise _missing_tile(tile, held.count(tile), spare_blanks=held.count(BLANK) - list(needed).count(BLANK))


def number_tiles(grid: Grid, squares: Sequence[Square], texts: Sequence[str]) -> list[str]:
    """Return the number tiles that a calculation takes from the rack: those for squares that are still empty."""
    return [
        tile
        for square, text in zip(squares[0::2], texts[0::2], strict=True)
        if not grid.at(square)
        for tile in tiles_of(text)
    ]


def _missing_tile(tile: str, count: int, *, spare_blanks: int) -> IllegalMove:
    """Return the error for a tile of which the rack has only `count`, and that a spare blank could replace."""
    if tile == BLANK:
        return IllegalMove(say("You don’t have enough blanks."))
    face = OPERATOR_SIGNS.get(tile, tile)
    if tile not in OPERATOR_SIGNS and spare_blanks > 0:
        return IllegalMove(
            say("You don’t have enough {tile} tiles. Write ?{tile} to place a blank as {tile}.", tile=face)
        )
    if count:
        return IllegalMove(say("You don’t have enough {tile} tiles: you have {held}.", held=count, tile=face))
    return IllegalMove(say("Your rack has no {tile}.", tile=face))


def check_calculation(options: DigifeudOptions, grid: Grid, rack: Tiles, move: Calculation) -> None:
    """Raise IllegalMove if the calculation breaks a rule."""
    squares, texts = move.squares, move.texts
    check_direction(options, move.direction)
    if move.operator not in options.arithmetic.operators:
        raise IllegalMove(say("This match is played without {operator}.", operator=OPERATOR_SIGNS[move.operator]))
    if not all(map(is_on_board, squares)):
        raise IllegalMove(say("From {square} the calculation runs off the board.", square=str(move.start)))
    if not is_number_square(move.start):
        if grid.is_empty:
            check_centre(squares)
        raise IllegalMove(say("{square} can’t take a number.", square=str(move.start)))
    check_symbol_squares(grid, squares)
    check_connection(grid, squares)
    for square, text in zip(squares[0::2], texts[0::2], strict=True):
        check_number(grid, square, text, outcome=square == squares[-1])
    check_outcome(move.first, move.operator, move.second, move.outcome, options.arithmetic)
    check_rack(rack, number_tiles(grid, squares, texts), [move.operator])


def parts(grid: Grid, move: Calculation) -> tuple[Part, ...]:
    """Return the summands of the points of a legal calculation: each number that counts, in reading order."""
    numbers = move.squares[0::2]
    multiples = multipliers(numbers, list(map(grid.at, numbers)))
    rows = zip(numbers, (move.first, move.second, move.outcome), multiples, strict=True)
    return tuple(
        Part(_counted(grid, square, number, outcome=square == numbers[-1]), value(number) * times, square)
        for square, number, times in rows
        if times
    )


def _counted(grid: Grid, square: Square, number: str, *, outcome: bool) -> Sentence:
    """Return the description of a number that counts."""
    colour = "" if grid.at(square) else PREMIUM_SQUARES.get(square, "")
    if outcome:
        if colour == RED:
            return say("2 × {number} for the answer on red", number=number)
        return say("{number} for the answer", number=number)
    if colour == RED:
        return say("2 × {number} on red", number=number)
    return say("{number} on blue", number=number)


class Slot(NamedTuple):
    """A line that can take a calculation now."""

    origin: tuple[Square, Direction]  # the first two fields of a `Calculation`
    fixed: FixedNumbers
    first: int  # factor by which the first operand counts
    second: int  # the same for the second operand
    outcome: int  # the same for the outcome


@lru_cache(maxsize=1 << 10)
def open_slots(faces: tuple[str, ...], direction_count: int) -> tuple[Slot, ...]:
    """Return the open slots of a board with these faces, for two or four reading directions.

    A slot has two empty symbol squares and at least one number on the board; on an empty board, a number square on the
    centre instead.
    """
    is_empty, slots = not any(faces), []
    for line in lines_in(tuple(Direction)[:direction_count]):
        a, sign, b, equals, c = line.indices
        if faces[sign] or faces[equals]:
            continue
        fixed, numbers = (faces[a], faces[b], faces[c]), line.squares[0::2]
        if any(fixed) or (is_empty and CENTRE in numbers):
            slots.append(Slot(line.origin, fixed, *multipliers(numbers, fixed)))
    return tuple(slots)


def scored_moves(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Iterator[tuple[Move, int]]:
    """Yield the pass, then every calculation that the rack can make on this board, each once, with its points."""
    yield Pass(), 0
    # Sorted, so that equal racks share cache keys
    operators, numbers = "".join(sorted(set(rack.operators))), "".join(sorted(rack.numbers))
    lacking, blanks, calculation = ~tile_mask(numbers), numbers.count(BLANK), Calculation._make
    for origin, fixed, first, second, outcome in open_slots(grid.faces, len(options.reading_directions)):
        for mask, texts, a, b, c in equations(fixed, options.operators, blanks, operators):
            if not mask & lacking:
                yield calculation(origin + texts), a * first + b * second + c * outcome
