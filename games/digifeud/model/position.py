"""The state of a match and one viewer's view of it, what a calculation scores, and bounds on the points to come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.digifeud.model.board import (
    EMPTY_GRID,
    RACK_SIZE,
    Count,
    DigifeudOptions,
    Direction,
    Grid,
    Tiles,
    lines_in,
    multipliers,
)
from games.digifeud.model.equations import equations
from games.digifeud.model.moves import open_slots
from games.rules import Position, Seat, View


@dataclass(frozen=True, kw_only=True)
class DigifeudPosition(Position):
    """The full state: both racks, the bag in its sealed order, and whether each seat passed on its latest turn."""

    options: DigifeudOptions
    grid: Grid = EMPTY_GRID
    racks: tuple[Tiles, Tiles]
    bag: Tiles
    passed: tuple[bool, bool] = (False, False)

    @property
    def rack(self) -> Tiles:
        """The rack of the player to move."""
        return self.racks[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class DigifeudView(View):
    """The state as one viewer knows it: a hidden rack is None, its size is in `counts`."""

    options: DigifeudOptions
    grid: Grid
    racks: tuple[Tiles | None, Tiles | None]
    counts: tuple[Count, Count]
    bag: Count
    passed: tuple[bool, bool]

    @property
    def rack(self) -> Tiles | None:
        """The viewer's own rack; None for a spectator."""
        return self.racks[self.viewer.index] if self.viewer else None


HIGHEST_DIGIT = 9
# Number tiles in one turn, at most: a number is on the board already, and only an outcome takes two tiles. (The first
# calculation takes up to four, but no claim is made before it.)
MOST_LAID = 3


def bounds(view: DigifeudView) -> tuple[int, int]:
    """Return for each seat an upper bound on the points by which its lead can still grow.

    A player makes at most as many calculations as operators can reach the rack, each on a line whose two symbol squares
    are empty, and no two on the same squares. The opponent's number tiles come on top when the match ends.
    """
    highest = view.options.arithmetic.highest
    by_line = _most_by_line(view.grid.faces, view.options.reading_directions, highest)

    def bound(seat: Seat) -> int:
        operators = view.counts[seat.index].operators + view.bag.operators
        return sum(by_line[:operators]) + most_at_end(view, seat.other)

    return bound(Seat.FIRST), bound(Seat.SECOND)


def wins_by_passing(view: DigifeudView, seat: Seat) -> bool:
    """Return whether this seat, which passed on its latest turn, wins by passing again, whatever the opponent plays.

    The second pass ends the match, so the opponent has one turn left. Its points are bounded by the board alone, since
    the rack is hidden. Then each player gets the points of the other's number tiles; if the turn empties the opponent's
    rack instead, this seat's tiles are also subtracted from its score, so they count twice.

    Before the first pass nothing is claimed: the opponent would have two turns, the second on squares that the first
    one prepares, with up to 99 points on red. Hardly any lead exceeds that.
    """
    other = seat.other
    rack = view.racks[seat.index]
    if view.result or view.to_move is not other or not view.passed[seat.index] or rack is None or view.grid.is_empty:
        return False
    may_empty = not view.bag.numbers and view.counts[other.index].numbers <= MOST_LAID
    lead = view.scores[seat.index] - view.scores[other.index] - rack.points * (2 if may_empty else 1)
    turns = (
        equation.first * slot.first + equation.second * slot.second + equation.outcome * slot.outcome
        for slot in open_slots(view.grid.faces, len(view.options.reading_directions))
        for equation in equations(slot.fixed, view.options.operators)
    )
    return lead > 0 and lead > max(turns, default=0)


@lru_cache(maxsize=1 << 8)  # both players' pages ask about the same board
def _most_by_line(faces: tuple[str, ...], directions: tuple[Direction, ...], highest: int) -> list[int]:
    """Return an upper bound on the points of a calculation on each free line, in this or any later turn, highest first.

    A number on the board never changes, and its square's colour is spent. A line that is read in two directions counts
    once.
    """
    most: dict[frozenset[int], int] = {}
    for line in lines_in(directions):
        a, sign, b, equals, c = line.indices
        if not (faces[sign] or faces[equals]):
            fixed, squares = (faces[a], faces[b], faces[c]), frozenset(line.indices)
            first, second, outcome = multipliers(line.squares[0::2], fixed)
            answer = int(faces[c]) if faces[c] else highest
            most[squares] = max(most.get(squares, 0), HIGHEST_DIGIT * (first + second) + answer * outcome)
    return sorted(most.values(), reverse=True)


def most_at_end(view: DigifeudView, seat: Seat) -> int:
    """Return an upper bound on what this rack's number tiles change of the other's lead at the end: twice their points.

    They may be subtracted from this player's score and added to the other's.
    """
    if view.bag.numbers:
        return 2 * RACK_SIZE.numbers * HIGHEST_DIGIT
    rack = view.racks[seat.index]
    return 2 * (rack.points if rack else view.counts[seat.index].numbers * HIGHEST_DIGIT)
