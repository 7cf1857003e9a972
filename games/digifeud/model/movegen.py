"""Move generation: combines every open slot of the board with every equation that the rack can complete there."""

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
    """A line that can take a calculation now."""

    origin: tuple[Square, Direction]  # the first two fields of a `Calculation`
    fixed: FixedNumbers
    first: int  # factor by which the first operand counts
    second: int  # the same for the second operand
    outcome: int  # the same for the outcome


class _LineConstants(NamedTuple):
    """The properties of a line that no move changes; one line stands for both of its reading directions."""

    forward: tuple[Square, Direction]  # the origin of a slot to the right or down
    backward: tuple[Square, Direction]  # the origin of a slot to the left or up
    indices: tuple[int, ...]
    multipliers: tuple[int, int, int]  # of an operand on each of the number squares while it is empty
    is_central: bool  # whether one of the number squares is the centre


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
# The multiplier of an outcome, by that of an operand on the same square
_OUTCOME_BY_OPERAND = {OPERAND_MULTIPLIERS[colour]: factor for colour, factor in OUTCOME_MULTIPLIERS.items()}


@lru_cache(maxsize=1 << 10)
def open_slots(faces: tuple[str, ...], direction_count: int) -> tuple[Slot, ...]:
    """Return the open slots of a board with these faces, for two or four reading directions.

    A slot has two empty symbol squares and at least one number on the board; on an empty board, a number square on the
    centre instead. Each line is inspected once for both of its directions, which have the same faces in reverse order.
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
    """Return the distinct operators and all number tiles of the rack, sorted, so that equal racks share cache keys."""
    return "".join(sorted(set(rack.operators))), "".join(sorted(rack.numbers))
