"""Finds every legal move: line by line, by what lies on it already."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.digifeud.arithmetic import outcome
from games.digifeud.grid import Grid
from games.digifeud.lines import CENTRE, Line, lines
from games.digifeud.moves import Calculation, Move, Pass
from games.digifeud.options import DigifeudOptions
from games.digifeud.tiles import BLANK, Tiles

Texts = tuple[str, str, str, str]
Fixed = tuple[str, str, str]


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
    first, second, last = fixed
    held, blanks = frozenset(hand), hand.count(BLANK)
    for operator in operators:
        for needed, digits in _completions(first, operator, second, last):
            if len(digits - held) > blanks:  # quicker than to find no spelling
                continue
            for spelling in _spellings(needed, hand):
                laid = iter(spelling)
                yield (first or next(laid), operator, second or next(laid), last or "".join(laid))


@lru_cache(maxsize=1 << 14)
def _completions(first: str, operator: str, second: str, last: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The digits to be laid, in reading order and as a set, for every true calculation with these numbers given."""
    found = []
    for a in [int(first)] if first else range(10):
        for b in [int(second)] if second else range(10):
            c = outcome(a, operator, b)
            if c is not None and last in ("", str(c)):
                found.append(f"{'' if first else a}{'' if second else b}{'' if last else c}")
    return tuple((needed, frozenset(needed)) for needed in found)


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
