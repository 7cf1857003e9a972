"""Finds every legal move: line by line, by what lies on it already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product

from games.digifeud.arithmetic import outcome
from games.digifeud.grid import Grid
from games.digifeud.lines import CENTRE, Line, lines
from games.digifeud.moves import Calculation, Move, Pass
from games.digifeud.options import DigifeudOptions
from games.digifeud.tiles import BLANK, Tiles

Texts = tuple[str, str, str, str]
Fixed = tuple[str, str, str]
Values = tuple[int, int, int]


def legal_moves(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Iterator[Move]:
    """The pass, then every calculation that the rack can make on this board, each once."""
    yield Pass()
    operators = tuple(sorted(set(rack.operators)))
    hand = "".join(sorted(rack.numbers))
    known: dict[Fixed, tuple[Texts, ...]] = {}
    for line, fixed in _open_lines(options, grid):
        if fixed not in known:
            known[fixed] = tuple(_calculations(fixed, operators, hand))
        for texts in known[fixed]:
            yield Calculation(line.squares[0], line.direction, *texts)


def _open_lines(options: DigifeudOptions, grid: Grid) -> Iterator[tuple[Line, Fixed]]:
    """The lines where a calculation may come to lie, and the numbers that lie on each."""
    faces, first = grid.faces, grid.empty
    for line in lines(options.ways):
        a, sign, b, equals, c = line.places
        if faces[sign] or faces[equals]:
            continue
        if faces[a] or faces[b] or faces[c] or (first and CENTRE in line.squares[0::2]):
            yield line, (faces[a], faces[b], faces[c])


def _calculations(fixed: Fixed, operators: tuple[str, ...], hand: str) -> Iterator[Texts]:
    """Every calculation with these numbers given ("" for one to be laid) that the hand can complete."""
    digits = range(10) if BLANK in hand else [int(tile) for tile in sorted(set(hand))]
    first, second, last = fixed
    for operator in operators:
        for a, b, c in _values(fixed, operator, digits):
            needed = f"{'' if first else a}{'' if second else b}{'' if last else c}"
            for spelling in _spellings(needed, hand):
                laid = iter(spelling)
                yield (first or next(laid), operator, second or next(laid), last or "".join(laid))


def _values(fixed: Fixed, operator: str, digits: range | list[int]) -> Iterator[Values]:
    """The true calculations with the given numbers, where the operands to be laid are among these digits."""
    first, second, last = fixed
    if last and not first and not second:
        return (values for values in _pairs(operator)[int(last)] if values[0] in digits and values[1] in digits)
    found = (
        (a, b, outcome(a, operator, b))
        for a in ([int(first)] if first else digits)
        for b in ([int(second)] if second else digits)
    )
    return ((a, b, c) for a, b, c in found if c is not None and (not last or c == int(last)))


@cache
def _pairs(operator: str) -> dict[int, list[Values]]:
    """All calculations with two digits, by their outcome."""
    pairs = defaultdict(list)
    for a, b in product(range(10), repeat=2):
        if (c := outcome(a, operator, b)) is not None:
            pairs[c].append((a, b, c))
    return pairs


@lru_cache(maxsize=1 << 14)
def _spellings(needed: str, hand: str) -> tuple[tuple[str, ...], ...]:
    """Every way to lay these digits from the hand, a blank where that is possible too."""
    if not needed:
        return ((),)
    digit, rest = needed[0], needed[1:]
    found: list[tuple[str, ...]] = []
    if digit in hand:
        found += ((digit, *more) for more in _spellings(rest, hand.replace(digit, "", 1)))
    if BLANK in hand:
        found += ((BLANK + digit, *more) for more in _spellings(rest, hand.replace(BLANK, "", 1)))
    return tuple(found)
