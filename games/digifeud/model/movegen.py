"""Move generation: every open slot of the board, combined with every equation that the rack can complete there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.digifeud.model.board import (
    CENTRE,
    OPERAND_MULTIPLIERS,
    OUTCOME_MULTIPLIERS,
    PREMIUM_SQUARES,
    Direction,
    Grid,
    Line,
    lines_in,
)
from games.digifeud.model.equations import FixedNumbers, equations, tile_mask
from games.digifeud.model.moves import Calculation, Move, Pass
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.tiles import BLANK, Tiles
from games.rules import Square


class Slot(NamedTuple):
    """A line that can still take a calculation."""

    origin: tuple[Square, Direction]  # the first two fields of a `Calculation`
    fixed: FixedNumbers
    first: int  # how often the first operand counts, then the same for the second and for the outcome
    second: int
    outcome: int


class _LineConstants(NamedTuple):
    """The properties of a line that no move changes."""

    forward: tuple[Square, Direction]
    backward: tuple[Square, Direction]
    indices: tuple[int, ...]
    multipliers: tuple[int, int, int]  # of an operand on each of the number squares while it is empty
    is_central: bool


_OPPOSITES = {Direction.RIGHT: Direction.LEFT, Direction.DOWN: Direction.UP}


def _constants(line: Line) -> _LineConstants:
    numbers = line.squares[0::2]
    first, second, third = (OPERAND_MULTIPLIERS[PREMIUM_SQUARES.get(square, "")] for square in numbers)
    return _LineConstants(
        (line.squares[0], line.direction),
        (line.squares[-1], _OPPOSITES[line.direction]),
        line.indices,
        (first, second, third),
        CENTRE in numbers,
    )


_LINES = tuple(map(_constants, lines_in(tuple(_OPPOSITES))))
# The outcome's multiplier by that of an operand on the same square
_OUTCOME_BY_OPERAND = {OPERAND_MULTIPLIERS[colour]: many for colour, many in OUTCOME_MULTIPLIERS.items()}


@lru_cache(maxsize=1 << 10)
def open_slots(faces: tuple[str, ...], direction_count: int) -> tuple[Slot, ...]:
    """Return the open slots of a board with these faces, for two or four reading directions.

    A slot has both symbol squares empty and at least one number on the board; on an empty board it has the centre.
    Each line is inspected once for both of its directions, because its faces are the same in reverse order.
    """
    is_empty = not any(faces)
    forward_slots, backward_slots = [], []
    for forward, backward, (a, sign, b, equals, c), (first, second, third), is_central in _LINES:
        if faces[sign] or faces[equals]:
            continue
        one, two, three = faces[a], faces[b], faces[c]
        if one or two or three or (is_empty and is_central):
            first, second, third = 0 if one else first, 0 if two else second, 0 if three else third
            forward_slots.append(Slot(forward, (one, two, three), first, second, _OUTCOME_BY_OPERAND[third]))
            backward_slots.append((backward, (three, two, one), third, second, _OUTCOME_BY_OPERAND[first]))
    if direction_count < len(Direction):
        return tuple(forward_slots)
    return (*forward_slots, *map(Slot._make, backward_slots))


def legal_moves(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Iterator[Move]:
    """Yield the pass, then every calculation that the rack can make on this board, each once."""
    yield Pass()
    operators, numbers = canonical(rack)
    lacking, blanks, calculation = ~tile_mask(numbers), numbers.count(BLANK), Calculation._make
    for origin, fixed, _first, _second, _outcome in open_slots(grid.faces, len(options.reading_directions)):
        for mask, texts, _a, _b, _c in equations(fixed, operators, blanks):
            if not mask & lacking:
                yield calculation(origin + texts)


def scored_moves(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Iterator[tuple[Move, int]]:
    """Yield the legal moves with their scores, in the order of `legal_moves`."""
    yield Pass(), 0
    operators, numbers = canonical(rack)
    lacking, blanks, calculation = ~tile_mask(numbers), numbers.count(BLANK), Calculation._make
    for origin, fixed, first, second, outcome in open_slots(grid.faces, len(options.reading_directions)):
        for mask, texts, a, b, c in equations(fixed, operators, blanks):
            if not mask & lacking:
                yield calculation(origin + texts), a * first + b * second + c * outcome


def canonical(rack: Tiles) -> tuple[str, str]:
    """Return the distinct operators and all numbers of the rack, sorted: the cache key of its calculations."""
    return "".join(sorted(set(rack.operators))), "".join(sorted(rack.numbers))
