"""Move generation, with the points of all moves in one pass over bit masks: bit n is the square of index n."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Square
from games.sudoku.model.board import PEERS, SQUARES, Grid
from games.sudoku.model.position import SudokuPosition

PEER_MASKS = tuple(sum(1 << peer for peer in peers) for peers in PEERS)


def legal_moves(position: SudokuPosition) -> Iterator[Square]:
    """Generate every empty square: an invalid placement is legal, and costs the tile."""
    return iter(()) if position.result else position.grid.empty_squares


def scored_moves(position: SudokuPosition) -> Iterator[tuple[Square, int]]:
    """Generate every legal move with its points, 0 for an invalid placement."""
    if position.result is None:
        for square, points, valid in _placements(position.grid, position.tile):
            yield square, points if valid else 0


def valid_moves(grid: Grid, tile: str) -> list[tuple[int, Square]]:
    """Return the points and square of every valid placement, most points first, then in row-major order."""
    moves = [(-points, square) for square, points, valid in _placements(grid, tile) if valid]
    return [(-negated, square) for negated, square in sorted(moves)]


def _placements(grid: Grid, tile: str) -> Iterator[tuple[Square, int, bool]]:
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
