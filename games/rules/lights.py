"""Squares that are highlighted while a player chooses a move. They show what is legal, never what is good."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from games.rules.squares import Square

Placements = Sequence[tuple[Square, str]]
TilesBySquare = Mapping[Square, Sequence[str]]  # the tiles that a move places on each square, in reading order


class Reason(Enum):
    """The reason why squares are highlighted; its value is the key in the answer to the page."""

    FITS = "fits"  # a legal move places a tile there
    LINE = "line"  # in the row, the column or the block of the selected square
    EQUAL = "equal"  # holds the same tile
    CONFLICT = "conflict"  # its tile makes the placement invalid
    WHOLE = "whole"  # part of a complete equation or group


@dataclass(frozen=True)
class Light:
    """Squares that are highlighted for one reason."""

    reason: Reason
    squares: frozenset[Square]


def squares_for(tile: str, placed: Placements, moves: Iterable[TilesBySquare]) -> frozenset[Square]:
    """Return the squares on which one of these moves places the tile, of the moves that begin with what is placed.

    A move fits if on every square its first tiles are the ones placed there.
    """
    faces_by_square: dict[Square, list[str]] = {}
    for square, face in placed:
        faces_by_square.setdefault(square, []).append(face)
    squares: set[Square] = set()
    for tiles in moves:
        if all(list(tiles.get(square, ()))[: len(faces)] == faces for square, faces in faces_by_square.items()):
            squares.update(
                square
                for square, faces in tiles.items()
                if _is_among(tile, faces[len(faces_by_square.get(square, ())) :])
            )
    return frozenset(squares)


def _is_among(tile: str, faces: Sequence[str]) -> bool:
    """Return whether one of the faces takes the tile; the face of a blank has its digit, such as `?6`."""
    return any(face == tile or face[0] == tile for face in faces)
