"""A match in a few strokes: as much of it as a computer player needs to look ahead, and quick to play on."""

from __future__ import annotations

from dataclasses import dataclass

from games.digifeud.ai.candidates import LINES, Offer, Offers, board_offers, line_offers, touched
from games.digifeud.ai.leave_values import leave
from games.digifeud.model.moves import Calculation, Move, Pass
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.digifeud.model.tiles import BLANK, FULL


@dataclass(slots=True)
class Sketch:
    """A position that changes as it is played on; all pairs by seat index, `mover` is one too."""

    ways: int
    signs: str  # the operators that this match is played with
    faces: list[str]
    lines: list[Offers]
    numbers: list[str]
    operators: list[str]
    bag: str
    operator_bag: str
    scores: list[int]
    passed: list[bool]
    mover: int
    ended: bool = False

    @classmethod
    def seen(cls, view: DigifeudView) -> Sketch:
        """What the viewer, who is to move, knows: a hidden rack is empty, and of the bags the size alone is right."""
        ways, signs, faces = len(view.options.ways), view.options.operators, list(view.grid.faces)
        return cls(
            ways,
            signs,
            faces,
            board_offers(faces, ways, signs),
            ["".join(rack.numbers) if rack else "" for rack in view.racks],
            ["".join(rack.operators) if rack else "" for rack in view.racks],
            BLANK * view.bag.numbers,
            signs[0] * view.bag.operators,
            list(view.scores),
            list(view.passed),
            view.to_move.index,
        )

    def dealt(self, position: DigifeudPosition) -> Sketch:
        """The same with the tiles of this position."""
        found = self.copy()
        found.numbers = ["".join(rack.numbers) for rack in position.racks]
        found.operators = ["".join(rack.operators) for rack in position.racks]
        found.bag, found.operator_bag = "".join(position.bag.numbers), "".join(position.bag.operators)
        return found

    def copy(self) -> Sketch:
        """One that may be played on without changing this one."""
        return Sketch(
            self.ways,
            self.signs,
            self.faces[:],
            self.lines[:],
            self.numbers[:],
            self.operators[:],
            self.bag,
            self.operator_bag,
            self.scores[:],
            self.passed[:],
            self.mover,
            self.ended,
        )

    @property
    def hand(self) -> tuple[str, str]:
        """The mover's numbers and operators."""
        return self.numbers[self.mover], self.operators[self.mover]

    def kept(self, seat: int) -> float:
        """What the whole rack of this player is worth for the turns to come."""
        return leave(self.signs, self.numbers[seat], self.operators[seat]) if self.bag else 0

    def lead(self, seat: int) -> int:
        """By how many points this player is ahead."""
        return self.scores[seat] - self.scores[1 - seat]

    def at_rest(self, seat: int) -> int:
        """By how many points this player would win if the match ended by passing now."""
        return self.lead(seat) + worth(self.numbers[1 - seat]) - worth(self.numbers[seat])

    def make(self, offer: Offer | None) -> None:
        """Lays this, or passes."""
        if offer:
            self.lay(offer)
        else:
            self.skip()

    def lay(self, offer: Offer) -> None:
        """Makes the calculation and tops the rack up; ends the match when no number tile is left."""
        seat = self.mover
        self._put(offer)
        rest = left(offer, self.numbers[seat])
        draw = FULL.numbers - len(rest)
        self.numbers[seat], self.bag = "".join(sorted(rest + self.bag[:draw])), self.bag[draw:]
        self.operators[seat] = self.operators[seat].replace(offer.operator, "", 1) + self.operator_bag[:1]
        self.operator_bag = self.operator_bag[1:]
        self.scores[seat] += offer.points
        self.passed[seat] = False
        self.mover = 1 - seat
        if not self.numbers[seat]:
            self.ended = True
            rest_worth = worth(self.numbers[1 - seat])
            self.scores[seat] += rest_worth
            self.scores[1 - seat] -= rest_worth

    def skip(self) -> None:
        """Passes; the second time in a row ends the match."""
        seat = self.mover
        self.mover = 1 - seat
        if self.passed[seat]:
            self.ended = True
            self.scores[0] += worth(self.numbers[1])
            self.scores[1] += worth(self.numbers[0])
        self.passed[seat] = True

    def move(self, offer: Offer | None) -> Move:
        """The mover's move for it, with a `?` before every digit that only a blank can be."""
        if offer is None:
            return Pass()
        line, texts, numbers = LINES[offer.line], [], self.numbers[self.mover]
        a, _sign, b, _equals, c = line.places
        for text, place in zip((offer.texts[0], *offer.texts[2:]), (a, b, c), strict=True):
            spelled = ""
            for digit in text if not self.faces[place] else "":
                tile = digit if digit in numbers else BLANK
                numbers = numbers.replace(tile, "", 1)
                spelled += digit if tile == digit else BLANK + digit
            texts.append(spelled or text)
        return Calculation(line.squares[0], line.direction, texts[0], offer.operator, texts[1], texts[2])

    def _put(self, offer: Offer) -> None:
        a, sign, b, equals, c = LINES[offer.line].places
        faces, lines = self.faces, self.lines
        faces[a], faces[sign], faces[b], faces[c] = offer.texts
        faces[equals] = "="
        for number in touched(offer.line, self.ways):
            lines[number] = line_offers(faces, number, self.signs)


def left(offer: Offer, numbers: str) -> str:
    """The number tiles that are left; a blank stands in for a digit that is not there."""
    for digit in offer.digits:
        numbers = numbers.replace(digit if digit in numbers else BLANK, "", 1)
    return numbers


def worth(numbers: str) -> int:
    """What the tiles bring at the end."""
    return sum(map(int, numbers.replace(BLANK, "0")))
