"""Finds every legal move, and what it scores: line by line, by what lies on it already."""

from __future__ import annotations

from collections.abc import Iterator

from games.digifeud.model.equations import mask, sums
from games.digifeud.model.grid import Grid
from games.digifeud.model.moves import Calculation, Move, Pass
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.slots import stretches
from games.digifeud.model.tiles import BLANK, Tiles


def legal_moves(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Iterator[Move]:
    """The pass, then every calculation that the rack can make on this board, each once."""
    yield Pass()
    operators, hand = sort(rack)
    lack, blanks, calculation = ~mask(hand), hand.count(BLANK), Calculation._make
    for head, fixed, _first, _second, _outcome in stretches(grid.faces, len(options.ways)):
        for needed, texts, _a, _b, _c in sums(fixed, operators, blanks):
            if not needed & lack:
                yield calculation(head + texts)


def scored_moves(options: DigifeudOptions, grid: Grid, rack: Tiles) -> Iterator[tuple[Move, int]]:
    """The legal moves with their points: the outcome and the operands, each as often as its square has it count."""
    yield Pass(), 0
    operators, hand = sort(rack)
    lack, blanks, calculation = ~mask(hand), hand.count(BLANK), Calculation._make
    for head, fixed, first, second, outcome in stretches(grid.faces, len(options.ways)):
        for needed, texts, a, b, c in sums(fixed, operators, blanks):
            if not needed & lack:
                yield calculation(head + texts), a * first + b * second + c * outcome


def sort(rack: Tiles) -> tuple[str, str]:
    """Each operator of the rack once, and its number tiles, both in order: what its calculations depend on."""
    return "".join(sorted(set(rack.operators))), "".join(sorted(rack.numbers))
