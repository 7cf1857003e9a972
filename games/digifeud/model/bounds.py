"""An upper bound on what each player can still gain on the other, by what one viewer knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from games.digifeud.model.board import OPERAND_MULTIPLIERS, OUTCOME_MULTIPLIERS, PREMIUM_SQUARES, Line, lines_in
from games.digifeud.model.equations import evaluate, value
from games.digifeud.model.position import DigifeudView
from games.digifeud.model.tiles import RACK_SIZE
from games.rules import Seat

HIGHEST_OUTCOME, HIGHEST_DIGIT = 99, 9
MOST_LAID = 3  # number tiles of a turn: one number lies there already, and only an outcome takes two tiles


def bounds(view: DigifeudView) -> tuple[int, int]:
    """Return for each seat the most by which its lead can still grow.

    A player lays at most as many calculations as operators can reach the rack, each on five squares whose two symbol
    squares are free, and none of them twice. At the end the opponent's number tiles may be added and deducted.
    """
    free = sorted(_most_of_lines(view), reverse=True)

    def bound(seat: Seat) -> int:
        operators = view.counts[seat.index].operators + view.bag.operators
        return sum(free[:operators]) + 2 * _most_left(view, seat.other)

    return bound(Seat.FIRST), bound(Seat.SECOND)


def can_gain(view: DigifeudView, seat: Seat, points: int) -> bool:
    """Return whether the bound of this seat is at least this many points, weighing no more lines than that takes."""
    missing = points - 2 * _most_left(view, seat.other)
    operators = view.counts[seat.index].operators + view.bag.operators
    if missing <= 0 or not operators:
        return missing <= 0
    for seen, most in enumerate(_each_line(view), start=1):
        missing -= most  # the sum of any lines is at most that of the best ones
        if missing <= 0:
            return True
        if seen == operators:
            break
    return bounds(view)[seat.index] >= points


def is_decided(view: DigifeudView, seat: Seat) -> bool:
    """Return whether this seat, which passed on its latest turn, wins by passing again, whatever the opponent lays.

    Its second pass ends the match, so the opponent has one turn, bounded by what lies on the board since the rack is
    hidden. Then each player gains the other's tiles; if that turn empties the opponent's rack, this seat loses as
    much. Before the first pass the opponent would have two turns, the second one on squares that the first prepares:
    these bring up to 99 on red, more than nearly every lead.
    """
    other = seat.other
    rack = view.racks[seat.index]
    if view.result or view.to_move is not other or not view.passed[seat.index] or rack is None or view.grid.is_empty:
        return False
    may_empty = not view.bag.numbers and view.counts[other.index].numbers <= MOST_LAID
    lead = view.scores[seat.index] - view.scores[other.index] - rack.points * (2 if may_empty else 1)
    return lead > 0 and lead > most_of_turn(view)


def most_of_turn(view: DigifeudView) -> int:
    """Return the most points of one calculation on the present board, with any tiles."""
    return max((_best_of(view, line) for line in lines_in(view.options.reading_directions)), default=0)


def _best_of(view: DigifeudView, line: Line) -> int:
    """Return the most points of a true calculation on these squares that uses a number lying there; 0 without one."""
    first, before, second, equals, outcome = (view.grid.faces[index] for index in line.indices)
    if before or equals or not (first or second or outcome):
        return 0
    colours = [PREMIUM_SQUARES.get(square, "") for square in line.squares]
    times = [0 if face else OPERAND_MULTIPLIERS[colour] for face, colour in ((first, colours[0]), (second, colours[2]))]
    outcome_times = 1 if outcome else OUTCOME_MULTIPLIERS[colours[4]]
    best = 0
    for one, other in product(*([value(face)] if face else range(HIGHEST_DIGIT + 1) for face in (first, second))):
        for operator in view.options.operators:
            made = evaluate(one, operator, other)
            if made is not None and (not outcome or made == value(outcome)):
                best = max(best, one * times[0] + other * times[1] + made * outcome_times)
    return best


def _most_of_lines(view: DigifeudView) -> list[int]:
    """Return the most points of a calculation on each five squares that are still free for one."""
    most: dict[frozenset[int], int] = {}
    for line in lines_in(view.options.reading_directions):
        if (points := _most_of(view, line)) is not None:
            squares = frozenset(line.indices)
            most[squares] = max(most.get(squares, 0), points)
    return list(most.values())


def _each_line(view: DigifeudView) -> Iterator[int]:
    """Yield the same in one of the reading directions, as far as it is asked for."""
    one_way = view.options.reading_directions[:1]
    return (points for line in lines_in(one_way) if (points := _most_of(view, line)) is not None)


def _most_of(view: DigifeudView, line: Line) -> int | None:
    """Return the most points of one calculation here, now or later; None where a symbol square is taken.

    What lies never changes, and counts no colour.
    """
    faces = [view.grid.faces[index] for index in line.indices]
    if faces[1] or faces[3]:
        return None
    colours = [PREMIUM_SQUARES.get(square, "") for square in line.squares]
    operands = sum(HIGHEST_DIGIT * OPERAND_MULTIPLIERS[colours[place]] for place in (0, 2) if not faces[place])
    outcome = int(faces[4]) if faces[4] else HIGHEST_OUTCOME * OUTCOME_MULTIPLIERS[colours[4]]
    return operands + outcome


def _most_left(view: DigifeudView, seat: Seat) -> int:
    """Return the most that the number tiles of this rack can be worth at the end."""
    if view.bag.numbers:
        return RACK_SIZE.numbers * HIGHEST_DIGIT
    rack = view.racks[seat.index]
    return rack.points if rack else view.counts[seat.index].numbers * HIGHEST_DIGIT
