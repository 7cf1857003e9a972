"""The state of a match and one viewer's view of it, what a calculation scores, and bounds on the points to come."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from games.digifeud.model.board import (
    EMPTY_GRID,
    OPERAND_MULTIPLIERS,
    OUTCOME_MULTIPLIERS,
    PREMIUM_SQUARES,
    RACK_SIZE,
    Count,
    DigifeudOptions,
    Grid,
    Line,
    Tiles,
    evaluate,
    lines_in,
    value,
)
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


HIGHEST_OUTCOME, HIGHEST_DIGIT = 99, 9
# Number tiles in one turn, at most: a number is on the board already, and only an outcome takes two tiles. (The first
# calculation takes up to four, but no claim is made before it.)
MOST_LAID = 3


def bounds(view: DigifeudView) -> tuple[int, int]:
    """Return for each seat an upper bound on the points by which its lead can still grow.

    A player makes at most as many calculations as operators can reach the rack, each on a line whose two symbol squares
    are empty, and no two on the same squares. When the match ends, the points of the opponent's number tiles may be
    added to this player's score and subtracted from the opponent's.
    """
    most: dict[frozenset[int], int] = {}  # by the squares of a line: one read in two directions counts once
    for line in lines_in(view.options.reading_directions):
        if (points := _most_on_line(view, line)) is not None:
            squares = frozenset(line.indices)
            most[squares] = max(most.get(squares, 0), points)
    by_line = sorted(most.values(), reverse=True)

    def bound(seat: Seat) -> int:
        operators = view.counts[seat.index].operators + view.bag.operators
        return sum(by_line[:operators]) + 2 * _most_on_rack(view, seat.other)

    return bound(Seat.FIRST), bound(Seat.SECOND)


def can_gain(view: DigifeudView, seat: Seat, points: int) -> bool:
    """Return whether the seat's bound is at least this many points; looks at few lines if these suffice."""
    missing = points - 2 * _most_on_rack(view, seat.other)
    operators = view.counts[seat.index].operators + view.bag.operators
    if missing <= 0 or not operators:
        return missing <= 0
    first = lines_in(view.options.reading_directions[:1])
    free = (most for line in first if (most := _most_on_line(view, line)) is not None)
    for count, best in enumerate(free, start=1):
        missing -= best  # any lines have at most the sum of the best ones, so this proves that the bound suffices
        if missing <= 0:
            return True
        if count == operators:
            break
    return bounds(view)[seat.index] >= points


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
    lines = lines_in(view.options.reading_directions)
    return lead > 0 and lead > max((_most_of_calculation(view, line) for line in lines), default=0)


def _most_of_calculation(view: DigifeudView, line: Line) -> int:
    """Return the most points of a true calculation on this line of the present board, with any rack; 0 without one."""
    first, sign, second, equals, outcome = (view.grid.faces[index] for index in line.indices)
    if sign or equals or not (first or second or outcome):
        return 0
    colours = [PREMIUM_SQUARES.get(square, "") for square in line.squares]
    times = [0 if face else OPERAND_MULTIPLIERS[colour] for face, colour in ((first, colours[0]), (second, colours[2]))]
    outcome_times = 1 if outcome else OUTCOME_MULTIPLIERS[colours[4]]
    best = 0
    for one, other in product(*([value(face)] if face else range(HIGHEST_DIGIT + 1) for face in (first, second))):
        for operator in view.options.operators:
            answer = evaluate(one, operator, other)
            if answer is not None and (not outcome or answer == value(outcome)):
                best = max(best, one * times[0] + other * times[1] + answer * outcome_times)
    return best


def _most_on_line(view: DigifeudView, line: Line) -> int | None:
    """Return an upper bound on the points of a calculation on this line, in this or any later turn.

    None if a symbol square is filled. A number on the board never changes, and its square's colour is spent.
    """
    faces = [view.grid.faces[index] for index in line.indices]
    if faces[1] or faces[3]:
        return None
    colours = [PREMIUM_SQUARES.get(square, "") for square in line.squares]
    operands = sum(HIGHEST_DIGIT * OPERAND_MULTIPLIERS[colours[place]] for place in (0, 2) if not faces[place])
    outcome = int(faces[4]) if faces[4] else HIGHEST_OUTCOME * OUTCOME_MULTIPLIERS[colours[4]]
    return operands + outcome


def _most_on_rack(view: DigifeudView, seat: Seat) -> int:
    """Return an upper bound on the points of the number tiles that are left on this rack when the match ends."""
    if view.bag.numbers:
        return RACK_SIZE.numbers * HIGHEST_DIGIT
    rack = view.racks[seat.index]
    return rack.points if rack else view.counts[seat.index].numbers * HIGHEST_DIGIT
