"""Moves: their notation, the square for the drawn tile, and the points of all of them in one pass over bit masks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.rules import BadNotation, Square, say
from games.sudoku.model.board import PEERS, SQUARES, Grid

_SQUARE = re.compile(r"[a-i][1-9]")


def decode(text: str) -> Square:
    """Parse a move; spaces and upper case are accepted. Raises BadNotation."""
    normalized = "".join(text.lower().split())
    if _SQUARE.fullmatch(normalized):
        return Square.parse(normalized)
    raise BadNotation(say("Write the square for your tile, such as {example}.", example="d4"))


PEER_MASKS = tuple(sum(1 << peer for peer in peers) for peers in PEERS)  # bit n is the square of index n


def valid_moves(grid: Grid, tile: str) -> list[tuple[int, Square]]:
    """Return the points and square of every valid placement, most points first, then in row-major order."""
    moves = [(-points, square) for square, points, valid in placements(grid, tile) if valid]
    return [(-negated, square) for negated, square in sorted(moves)]


def placements(grid: Grid, tile: str) -> Iterator[tuple[Square, int, bool]]:
    """Generate every empty square, the number of its filled peers, and whether the tile is valid there."""
    filled = equal = 0
    for index, face in enumerate(grid.faces):
        if face:
            filled |= 1 << index
            equal |= (face == tile) << index
    for index, face in enumerate(grid.faces):
        if not face:
            mask = PEER_MASKS[index]
            yield SQUARES[index], (mask & filled).bit_count(), not mask & equal
