"""Squares that light up while a player chooses: what the rules make legal, and never what is best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from games.rules.squares import Square

Placements = Sequence[tuple[Square, str]]
TilesBySquare = Mapping[Square, Sequence[str]]  # the tiles that a move lays on each square, in their order


class Reason(Enum):
    """Why squares light up."""

    FITS = "fits"  # a legal move uses them
    LINE = "line"  # they lie in the row, the column or the block of the chosen square
    EQUAL = "equal"  # the same tile lies there
    CONFLICT = "conflict"  # what lies there rules the tile out
    WHOLE = "whole"  # together they make a whole sum or group


@dataclass(frozen=True)
class Light:
    """Squares that light up, and why."""

    reason: Reason
    squares: frozenset[Square]


def squares_for(tile: str, placed: Placements, moves: Iterable[TilesBySquare]) -> frozenset[Square]:
    """Return the squares on which one of these moves lays the tile besides all that is placed."""
    lies: dict[Square, list[str]] = {}
    for square, face in placed:
        lies.setdefault(square, []).append(face)
    found: set[Square] = set()
    for laid in moves:
        if all(list(laid.get(square, ()))[: len(faces)] == faces for square, faces in lies.items()):
            found.update(
                square for square, faces in laid.items() if _is_among(tile, faces[len(lies.get(square, ())) :])
            )
    return frozenset(found)


def _is_among(tile: str, faces: Sequence[str]) -> bool:
    """Return whether one of the faces is laid with the tile; a blank is written with its digit, as `?6`."""
    return any(face == tile or face[0] == tile for face in faces)
