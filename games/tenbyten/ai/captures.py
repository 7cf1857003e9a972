"""The captures that a board allows for each chip, updated incrementally.

After a move only the lines through changed squares are read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from games.tenbyten.model.chips import Chips
from games.tenbyten.model.movegen import CACHE_SIZE, LINE_READERS, LINES_THROUGH, Capture, Placement, selections_on_line

CapturesByChip = Mapping[str, set[Capture]]
LineCaptures = tuple[tuple[Placement, tuple[Capture, ...]], ...]  # of every placement that makes a line of 10 there


class Board(NamedTuple):
    """The faces of the grid, and for each board line the captures that are possible on it."""

    faces: Chips
    lines: tuple[LineCaptures, ...]

    @classmethod
    def read(cls, faces: Chips) -> Board:
        """Return the board with these faces."""
        return cls(faces, tuple(_captures_on_line(number, read(faces)) for number, read in enumerate(LINE_READERS)))

    def after(self, placement: Placement, emptied: Iterable[int] = ()) -> Board:
        """Return the board with one more chip and these squares emptied, given by their indices."""
        chip, placed = placement
        faces, lines = list(self.faces), list(self.lines)
        faces[placed] = chip
        changed = set(LINES_THROUGH[placed])
        for index in emptied:
            faces[index] = ""
            changed.update(LINES_THROUGH[index])
        after = tuple(faces)
        for number in changed:
            lines[number] = _captures_on_line(number, LINE_READERS[number](after))
        return Board(after, tuple(lines))

    def captures(self) -> CapturesByChip:
        """Return the captures that each chip could make, on one or more lines; chips without any are left out."""
        by_chip: dict[str, set[Capture]] = {}
        by_placement: dict[Placement, tuple[Capture, ...]] = {}
        for line in self.lines:
            for placement, captures in line:
                if earlier := by_placement.get(placement):
                    captures = (*earlier, *captures, *(_sum(one, other) for one in earlier for other in captures))
                by_placement[placement] = captures
                chip = placement[0]
                if chip in by_chip:
                    by_chip[chip].update(captures)
                else:
                    by_chip[chip] = set(captures)
        return by_chip


@lru_cache(maxsize=CACHE_SIZE)
def _captures_on_line(number: int, faces: Chips) -> LineCaptures:
    return tuple(
        (placement, tuple(dict.fromkeys(selection.capture for selection in selections[1:])))
        for placement, selections in selections_on_line(number, faces)
    )


@lru_cache(maxsize=CACHE_SIZE)
def _sum(one: Capture, other: Capture) -> Capture:
    """Return the capture on two board lines, which share only the placed chip."""
    return Capture(one.taken + other.taken, one.red + other.red, one.blue + other.blue)
