"""A reduced, mutable game state for search: its candidates are updated incrementally, and it is cheap to copy."""

from __future__ import annotations

from dataclasses import dataclass

from games.digifeud.ai.candidates import (
    LINES,
    Candidate,
    LineCandidates,
    candidates_by_line,
    candidates_on,
    intersecting_lines,
)
from games.digifeud.ai.leave_values import leave_value
from games.digifeud.model.moves import Calculation, Move, Pass
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.digifeud.model.tiles import BLANK, RACK_SIZE


@dataclass(slots=True)
class FastState:
    """The part of a position that a search needs. Lists of two are indexed by seat, and `mover` is such an index."""

    direction_count: int
    operator_set: str  # the operators that the match is played with
    faces: list[str]
    lines: list[LineCandidates]  # in the order of `candidates.LINES`
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
        direction_count, operator_set = len(view.options.reading_directions), view.options.operators
        faces = list(view.grid.faces)
        return cls(
            direction_count,
            operator_set,
            faces,
            candidates_by_line(faces, direction_count, operator_set),
            ["".join(rack.numbers) if rack else "" for rack in view.racks],
            ["".join(rack.operators) if rack else "" for rack in view.racks],
            BLANK * view.bag.numbers,
            operator_set[0] * view.bag.operators,
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
            self.operator_set,
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
        return leave_value(self.operator_set, self.numbers[seat], self.operators[seat]) if self.bag else 0

    def lead(self, seat: int) -> int:
        """Return this player's points less the opponent's."""
        return self.scores[seat] - self.scores[1 - seat]

    def lead_after_passing(self, seat: int) -> int:
        """Return this player's final lead if the match ended now by passing, when each gets the other rack's points."""
        return self.lead(seat) + rack_points(self.numbers[1 - seat]) - rack_points(self.numbers[seat])

    def play(self, candidate: Candidate | None) -> None:
        """Play the candidate, or pass if it is None."""
        if candidate:
            self.play_calculation(candidate)
        else:
            self.play_pass()

    def play_calculation(self, candidate: Candidate) -> None:
        """Place the tiles and refill the rack; the match ends if the rack has no number tile left."""
        seat = self.mover
        self._place(candidate)
        rest = remaining(candidate, self.numbers[seat])
        draw = RACK_SIZE.numbers - len(rest)
        self.numbers[seat], self.bag = "".join(sorted(rest + self.bag[:draw])), self.bag[draw:]
        self.operators[seat] = self.operators[seat].replace(candidate.operator, "", 1) + self.operator_bag[:1]
        self.operator_bag = self.operator_bag[1:]
        self.scores[seat] += candidate.points
        self.passed[seat] = False
        self.mover = 1 - seat
        if not self.numbers[seat]:
            self.is_over = True
            points = rack_points(self.numbers[1 - seat])
            self.scores[seat] += points
            self.scores[1 - seat] -= points

    def play_pass(self) -> None:
        """Pass; the player's second pass in a row ends the match."""
        seat = self.mover
        self.mover = 1 - seat
        if self.passed[seat]:
            self.is_over = True
            self.scores[0] += rack_points(self.numbers[1])
            self.scores[1] += rack_points(self.numbers[0])
        self.passed[seat] = True

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

    def _place(self, candidate: Candidate) -> None:
        """Put the candidate on the board and update the candidates of the lines that it intersects."""
        a, sign, b, equals, c = LINES[candidate.line].indices
        faces, lines = self.faces, self.lines
        faces[a], faces[sign], faces[b], faces[c] = candidate.texts
        faces[equals] = "="
        for line in intersecting_lines(candidate.line, self.direction_count):
            lines[line] = candidates_on(faces, line, self.operator_set)


def remaining(candidate: Candidate, numbers: str) -> str:
    """Return the number tiles left after the candidate; blanks are used for missing digits."""
    for digit in candidate.digits:
        numbers = numbers.replace(digit if digit in numbers else BLANK, "", 1)
    return numbers


def rack_points(numbers: str) -> int:
    """Return the points that these number tiles are worth at the end of the match; a blank is worth 0."""
    return sum(map(int, numbers.replace(BLANK, "0")))
