"""A reduced, mutable state for search, its candidate calculations, and the leave values of the tiles kept on a rack.

The candidates of a line depend only on the faces on that line, and a turn changes few lines. So they are memoized by
line, and `FastState` recomputes only the lines that intersect the one played.

A leave value is the expected worth, in points, of the tiles kept after a turn. The weights were fitted by least squares
to self-play of the bot that takes the most points, with occasional lower-ranked moves for variety (about 13,000 turns
for each set of operators). The dependent variable is the player's points in the next two turns, the regressors are the
tiles kept. Standard errors are one to three points a weight; the weights were rounded and smoothed between neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from games.digifeud.model.board import BLANK, CENTRE, DIGITS, RACK_SIZE, Direction, lines_in, multipliers
from games.digifeud.model.equations import Equation, FixedNumbers, equations
from games.digifeud.model.moves import Calculation, Move, Pass
from games.digifeud.model.position import DigifeudPosition, DigifeudView


class LeaveWeights(NamedTuple):
    """Points for the first tile of each kind, for each further tile of a digit, and for each duplicate operator."""

    first: dict[str, float]
    duplicate: dict[str, float]
    duplicate_operator: float


WITH_TIMES = LeaveWeights(
    dict(zip("0123456789?+-x/", (-2, -2, -2, -2, -1, 0, 5, 6, 8, 8, 28, 6, 0, 11, -5), strict=True)),
    dict(zip(DIGITS, (-7, -7, -5, -6, -6, -7, -11, -15, -11, -14), strict=True)),
    -6,
)
WITHOUT_TIMES = LeaveWeights(
    dict(zip("0123456789?+-", (-2, 1, -1, -2, -2.5, -2.5, -2, -2, 0, 1, 5.5, 4, 0), strict=True)),
    dict(zip(DIGITS, (-1.5, -4, -3, -1.5, -1, -2, -2, -2, -3.5, -5), strict=True)),
    -5,
)


def leave_value(arithmetic: str, numbers: str, operators: str) -> float:
    """Return the value of these tiles in a match with this arithmetic."""
    return numbers_value(arithmetic, numbers) + operators_value(arithmetic, operators)


@lru_cache(maxsize=1 << 15)
def numbers_value(arithmetic: str, numbers: str) -> float:
    """Return what the number tiles add to a leave value."""
    first, duplicate, _ = _weights(arithmetic)
    return sum(first[tile] + duplicate.get(tile, 0) * (numbers.count(tile) - 1) for tile in set(numbers))


@lru_cache(maxsize=1 << 10)
def operators_value(arithmetic: str, operators: str) -> float:
    """Return what the operators add to a leave value."""
    first, _, duplicate = _weights(arithmetic)
    kinds = set(operators)
    return sum(first[operator] for operator in kinds) + duplicate * (len(operators) - len(kinds))


@lru_cache(maxsize=1 << 15)
def max_leave_value(arithmetic: str, numbers: str, operators: str) -> float:
    """Return an upper bound on the leave value of every subset of these tiles."""
    first = _weights(arithmetic).first
    return sum(max(0, first[tile]) for tile in {*numbers, *operators})


def _weights(arithmetic: str) -> LeaveWeights:
    return WITH_TIMES if "x" in arithmetic else WITHOUT_TIMES


LINES = lines_in(tuple(Direction))  # the lines of the first two directions come first


class Candidate(NamedTuple):
    """A calculation that is legal on this board for any rack with its tiles; which are blanks is left open."""

    points: int
    mask: int  # the number tiles to place, as a `tile_mask`
    operator: str
    digits: str  # the same number tiles, one character each
    line: int  # index into `LINES`
    texts: tuple[str, str, str, str]  # first operand, operator, second operand, outcome


LineCandidates = tuple[Candidate, ...]  # the candidates of one line, most points first


def candidates_on(faces: Sequence[str], line: int, arithmetic: str, *, is_empty: bool = False) -> LineCandidates:
    """Return the candidates of one line; on an empty board only lines with a number square on the centre have any."""
    a, sign, b, equals, c = LINES[line].indices
    if faces[sign] or faces[equals]:
        return ()
    fixed = faces[a], faces[b], faces[c]
    can_begin = is_empty and CENTRE in LINES[line].squares[0::2]
    return _candidates(line, fixed, arithmetic) if any(fixed) or can_begin else ()


@cache
def intersecting_lines(line: int, direction_count: int) -> tuple[int, ...]:
    """Return the indices of the lines that share a square with this one, itself included."""
    squares, count = set(LINES[line].squares), len(LINES) * direction_count // len(Direction)
    return tuple(other for other in range(count) if not squares.isdisjoint(LINES[other].squares))


@lru_cache(maxsize=1 << 15)
def _candidates(line: int, fixed: FixedNumbers, arithmetic: str) -> LineCandidates:
    first, second, outcome = multipliers(LINES[line].squares[0::2], fixed)
    candidates = [
        Candidate(a * first + b * second + c * outcome, mask, texts[1], digits, line, texts)
        for (mask, texts, a, b, c), digits in _equations(fixed, arithmetic)
    ]
    return tuple(sorted(candidates, key=itemgetter(0), reverse=True))


@lru_cache(maxsize=1 << 14)
def _equations(fixed: FixedNumbers, arithmetic: str) -> tuple[tuple[Equation, str], ...]:
    """Return the equations with these numbers fixed, each with the digits to place."""
    return tuple(
        (one, "".join(text for old, text in zip(fixed, (one.texts[0], *one.texts[2:]), strict=True) if not old))
        for one in equations(fixed, arithmetic)
    )


@dataclass(slots=True)
class FastState:
    """The part of a position that a search needs. Lists of two are indexed by seat, and `mover` is such an index."""

    direction_count: int
    arithmetic: str  # a key of `ARITHMETICS`
    faces: list[str]
    lines: list[LineCandidates]  # in the order of `LINES`
    numbers: list[str]  # racks of number tiles
    operators: list[str]  # racks of operators
    bag: str  # number tiles, drawn from the front
    operator_bag: str
    scores: list[int]
    passed: list[bool]  # whether the player passed on the latest turn
    mover: int
    is_over: bool = False

    @classmethod
    def from_view(cls, view: DigifeudView) -> FastState:
        """Return the state known to the viewer, the player to move.

        A hidden rack is empty. The bags have the right number of tiles, but arbitrary ones; `with_tiles_of` replaces
        them.
        """
        direction_count, arithmetic = len(view.options.reading_directions), view.options.operators
        faces, is_empty = list(view.grid.faces), view.grid.is_empty
        lines = range(len(LINES) * direction_count // len(Direction))
        return cls(
            direction_count,
            arithmetic,
            faces,
            [candidates_on(faces, line, arithmetic, is_empty=is_empty) for line in lines],
            ["".join(rack.numbers) if rack else "" for rack in view.racks],
            ["".join(rack.operators) if rack else "" for rack in view.racks],
            BLANK * view.bag.numbers,
            arithmetic[0] * view.bag.operators,
            list(view.scores),
            list(view.passed),
            view.to_move.index,
        )

    def with_tiles_of(self, position: DigifeudPosition) -> FastState:
        """Return a copy with the racks and bags of this position, usually a determinization."""
        copy = self.copy()
        copy.numbers = ["".join(rack.numbers) for rack in position.racks]
        copy.operators = ["".join(rack.operators) for rack in position.racks]
        copy.bag, copy.operator_bag = "".join(position.bag.numbers), "".join(position.bag.operators)
        return copy

    def copy(self) -> FastState:
        """Return an independent copy."""
        return FastState(
            self.direction_count,
            self.arithmetic,
            self.faces[:],
            self.lines[:],
            self.numbers[:],
            self.operators[:],
            self.bag,
            self.operator_bag,
            self.scores[:],
            self.passed[:],
            self.mover,
            self.is_over,
        )

    @property
    def rack(self) -> tuple[str, str]:
        """The mover's numbers and operators."""
        return self.numbers[self.mover], self.operators[self.mover]

    def rack_value(self, seat: int) -> float:
        """Return the leave value of this player's whole rack; 0 once the number bag is empty."""
        return leave_value(self.arithmetic, self.numbers[seat], self.operators[seat]) if self.bag else 0

    def lead(self, seat: int) -> int:
        """Return this player's points less the opponent's."""
        return self.scores[seat] - self.scores[1 - seat]

    def lead_after_passing(self, seat: int) -> int:
        """Return this player's final lead if the match ended now by passing, when each gets the other rack's points."""
        return self.lead(seat) + rack_points(self.numbers[1 - seat]) - rack_points(self.numbers[seat])

    def play(self, candidate: Candidate | None) -> None:
        """Place the tiles of the candidate, refill the rack and update the lines, or pass if it is None.

        The match ends if no number tile is left on the rack, or with the player's second pass in a row.
        """
        seat, faces, lines = self.mover, self.faces, self.lines
        self.mover = 1 - seat
        if candidate is None:
            if self.passed[seat]:
                self.is_over = True
                self.scores[0] += rack_points(self.numbers[1])
                self.scores[1] += rack_points(self.numbers[0])
            self.passed[seat] = True
            return
        a, sign, b, equals, c = LINES[candidate.line].indices
        faces[a], faces[sign], faces[b], faces[c] = candidate.texts
        faces[equals] = "="
        for line in intersecting_lines(candidate.line, self.direction_count):
            lines[line] = candidates_on(faces, line, self.arithmetic)
        rest = remaining(candidate, self.numbers[seat])
        draw = RACK_SIZE.numbers - len(rest)
        self.numbers[seat], self.bag = "".join(sorted(rest + self.bag[:draw])), self.bag[draw:]
        self.operators[seat] = self.operators[seat].replace(candidate.operator, "", 1) + self.operator_bag[:1]
        self.operator_bag = self.operator_bag[1:]
        self.scores[seat] += candidate.points
        self.passed[seat] = False
        if not self.numbers[seat]:
            self.is_over = True
            points = rack_points(self.numbers[1 - seat])
            self.scores[seat] += points
            self.scores[1 - seat] -= points

    def as_move(self, candidate: Candidate | None) -> Move:
        """Convert to a move of the rules; blanks are used only for digits that the mover's rack lacks."""
        if candidate is None:
            return Pass()
        line, texts, numbers = LINES[candidate.line], [], self.numbers[self.mover]
        a, _sign, b, _equals, c = line.indices
        for text, index in zip((candidate.texts[0], *candidate.texts[2:]), (a, b, c), strict=True):
            spelled = ""
            for digit in text if not self.faces[index] else "":
                tile = digit if digit in numbers else BLANK
                numbers = numbers.replace(tile, "", 1)
                spelled += digit if tile == digit else BLANK + digit
            texts.append(spelled or text)
        return Calculation(line.squares[0], line.direction, texts[0], candidate.operator, texts[1], texts[2])


def remaining(candidate: Candidate, numbers: str) -> str:
    """Return the number tiles left after the candidate; blanks are used for missing digits."""
    for digit in candidate.digits:
        numbers = numbers.replace(digit if digit in numbers else BLANK, "", 1)
    return numbers


@lru_cache(maxsize=1 << 14)
def rack_points(numbers: str) -> int:
    """Return the points that these number tiles are worth at the end of the match; a blank is worth 0."""
    return sum(map(int, numbers.replace(BLANK, "0")))
