"""Options, squares, positions and the views that players have of them, and the public record of a move."""

from __future__ import annotations

import dataclasses
import re
import string
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from games.rules.handicap import Handicap
from games.rules.sentences import BadNotation, Seat, Sentence, say

T = TypeVar("T")
Tallies = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Choice:
    """One question of the form for a challenge: the field's name, the label, the answers by value, the default."""

    name: str
    label: Sentence
    answers: Mapping[str, Sentence]
    default: str


def option(label: Sentence, answers: Mapping[str, Sentence], default: str) -> str:
    """Declare a field of an `Options` subclass that players choose: its label, its answers by value, the default."""
    return dataclasses.field(default=default, metadata={"label": label, "answers": dict(answers)})


def rule(now: str, before: str) -> str:
    """Declare a field of an `Options` subclass for a rule that has changed and that players do not choose.

    A match keeps the rule it began with: `Options.data` contains the field, and stored data without it means `before`.
    For a new change, prefer `Game.rules_version`.
    """
    return dataclasses.field(default=now, metadata={"before": before})


EXTRA = say("handicap")
MIRROR = say("Mirror match: two boards, open hands")
_HANDICAP = re.compile("0|-?[1-9][0-9]{0,2}(/[1-9])?", re.ASCII)


@dataclass(frozen=True)
class Options:
    """The options of a match. A game subclasses it with fields made by `option` and `rule`.

    `mirror` is the way of dealing of all games: with "yes" all hands lie open, and before each draw the bag is shuffled
    again by the stream of that ply (`SeededRandom.redrawn`). So two boards with one seed draw alike, and neither says
    anything about what the other one is still to draw.

    `handicap` makes uneven players even: what the first player gets, as `Handicap` of the game says; where it is
    negative, the second one gets it. In the options of an offer the challenger counts as the first.
    """

    handicaps: ClassVar[Handicap | None] = None  # None in a game without handicaps
    sums: ClassVar[str] = ""  # the choice of what is calculated, in a game with easier arithmetic for learners

    mirror: str = dataclasses.field(default="no", kw_only=True)
    handicap: str = dataclasses.field(default="0", kw_only=True)

    @classmethod
    def choices(cls) -> tuple[Choice, ...]:
        """Return the questions in the order of the fields, for the lobby's form."""
        return tuple(
            Choice(field.name, field.metadata["label"], field.metadata["answers"], str(field.default))
            for field in dataclasses.fields(cls)
            if "label" in field.metadata
        )

    @classmethod
    def levels(cls) -> Mapping[str, Sentence]:
        """Return the levels of arithmetic, the easiest first; none in a game without them."""
        return next((choice.answers for choice in cls.choices() if choice.name == cls.sums), {})

    @classmethod
    def of_level(cls, level: str, mirror: str = "no") -> Self:
        """Return the usual options with this level of arithmetic, or all as usual for ""; raises ValueError."""
        if level and level not in cls.levels():
            raise ValueError(f"there is no level {level!r}")
        return cls(mirror=mirror, **({cls.sums: level} if level else {}))

    @property
    def level(self) -> str:
        """The level of arithmetic; empty in a game without them."""
        return self.data().get(self.sums, "")

    @classmethod
    def read(cls, data: Mapping[str, str]) -> Self:
        """Return the options stored as `data`: a missing choice has its default, a missing rule its former value.

        Raises ValueError for an unknown value of a choice or a rule.
        """
        values = {}
        for name, field in cls.rules().items():
            values[name] = data.get(name, field.metadata["before"])
            if values[name] not in (field.default, field.metadata["before"]):
                raise ValueError(f"{name}: there is no rule {values[name]!r}")
        for choice in cls.choices():
            value = data.get(choice.name, choice.default)
            if value not in choice.answers:
                raise ValueError(f"{choice.name}: {value!r} is none of {', '.join(choice.answers)}")
            values[choice.name] = value
        if (mirror := data.get("mirror", "no")) not in ("no", "yes"):
            raise ValueError(f"mirror: {mirror!r} is neither no nor yes")
        handicap = data.get("handicap", "0")
        given = cls.handicaps if cls.handicaps and mirror == "no" else Handicap("start", most=0)
        if not isinstance(handicap, str) or not _HANDICAP.fullmatch(handicap):
            raise ValueError(f"handicap: {handicap!r} is no number")
        number = Fraction(handicap) * given.parts
        if abs(number) > given.most or number.denominator > 1 or str(Fraction(handicap)) != handicap:
            raise ValueError(f"handicap: {handicap!r} is not among the {given.most} of this game")
        return cls(**values, mirror=mirror, handicap=handicap)

    @property
    def is_mirror(self) -> bool:
        """Whether hands lie open and the bag is shuffled again before each draw."""
        return self.mirror == "yes"

    @cached_property
    def given(self) -> tuple[int, int]:
        """What the handicap gives each player, in parts."""
        number = int(Fraction(self.handicap) * (self.handicaps.parts if self.handicaps else 1))
        return max(number, 0), max(-number, 0)

    def goals(self, seat: Seat) -> tuple[int, ...]:
        """Return the chips that win this player each game of a match, given a handicap of the kind "chips".

        What is given is fewer chips in all games together: not fewer in a later one than before.
        """
        if self.handicaps is None:
            return ()
        number, parts = self.given[seat.index], self.handicaps.parts
        return tuple(self.handicaps.goal - (number + later) // parts for later in reversed(range(parts)))

    def seats_exchanged(self) -> Self:
        """Return the options for the same players, of whom the other one is the first."""
        return dataclasses.replace(self, handicap=str(-Fraction(self.handicap)))

    @property
    def face_down(self) -> tuple[Seat, ...]:
        """The seats whose hands lie face down until the first move; see `Position`."""
        return () if self.is_mirror else (Seat.SECOND,)

    @classmethod
    def rules(cls) -> dict[str, dataclasses.Field[str]]:
        """Return the fields made by `rule`, by name."""
        return {field.name: field for field in dataclasses.fields(cls) if "before" in field.metadata}

    def renewed(self) -> Self:
        """Return the same choices under the current rules, for a new match."""
        changes: dict[str, Any] = {name: field.default for name, field in self.rules().items()}
        return dataclasses.replace(self, **changes)

    def data(self) -> dict[str, str]:
        """Return the options as plain data for `read`; those of most matches name neither dealing nor handicap."""
        data = dataclasses.asdict(self)
        return {name: value for name, value in data.items() if (name, value) not in SELDOM}

    def summary(self) -> tuple[Sentence, ...]:
        """Return the sentences of the chosen answers, in the order of the fields."""
        data = self.data()
        answers = tuple(choice.answers[data[choice.name]] for choice in self.choices())
        return (MIRROR, *answers) if self.is_mirror else answers


SELDOM = {("mirror", "no"), ("handicap", "0")}
_NAME = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


class Square(NamedTuple):
    """A square, counted from 1 at the top left; its name is column letter, then row: `a1`."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{string.ascii_lowercase[self.column - 1]}{self.row}"

    @classmethod
    def parse(cls, name: str) -> Square:
        """Return the square of this name, which may lie off a game's board; raises BadNotation."""
        match = _NAME.fullmatch(name)
        if not match:
            raise BadNotation(say("“{name}” is not a square.", name=name[:20]))
        return cls(int(match[2]), string.ascii_lowercase.index(match[1]) + 1)

    def step(self, down: int, right: int) -> Square:
        """Return the square this many rows down and columns to the right; the result may lie off the board."""
        return Square(self.row + down, self.column + right)


class Forfeit(Enum):
    """The ways to lose without a move."""

    RESIGNED = "resigned"
    TIME = "time"


@dataclass(frozen=True)
class Part:
    """One summand of a move's points: a description such as "2 × 13 on red", and the square that earns it, if any."""

    text: Sentence
    points: int
    square: Square | None = None


@dataclass(frozen=True)
class PlayedMove:
    """The public record of a move: the seat, a description, the points and the squares.

    `parts` itemize the points and add up to them; a move without points needs none. `detail` adds an explanation where
    description and points are not enough. `warning` is a question that asks to confirm a move that is legal but
    probably a mistake. `way` tells the move from others with the same tiles: the same in every language, like `b1–b4`.
    """

    seat: Seat
    text: Sentence
    points: int = 0
    squares: tuple[Square, ...] = ()
    detail: Sentence | None = None
    warning: Sentence | None = None
    parts: tuple[Part, ...] = ()
    way: str = ""


@dataclass(frozen=True)
class Result:
    """The result of a match. `winner` is None for a draw.

    `counts` is False if no rating may change. `scores` is True if the match adds to both players' total scores: only
    in a game with `keeps_score`, and only for a match that counts.
    """

    winner: Seat | None
    reason: Sentence
    counts: bool = True
    scores: bool = False


@dataclass(frozen=True, kw_only=True)
class Position:
    """The complete state, hidden information included. A game adds its board, racks and bags.

    `face_down` has the seats that may not see their own hand yet: the second player's from `setup` until the first
    move, so that no player can look at a hand and abandon the match before it counts (`Options.face_down`). `apply`
    empties it.
    """

    options: Options
    to_move: Seat = Seat.FIRST
    scores: tuple[int, int] = (0, 0)
    last: PlayedMove | None = None
    result: Result | None = None
    face_down: tuple[Seat, ...] = ()

    @property
    def tallies(self) -> Tallies | None:
        """Both players' numbers in each of the two `units` of the display; None where `scores` are all of them."""
        return None

    def shows(self, seat: Seat, viewer: Seat | None) -> bool:
        """Return whether this viewer sees the hand of that seat; with a result, or in a mirror match, all are open."""
        return self.result is not None or self.options.is_mirror or (seat is viewer and seat not in self.face_down)

    def visible(self, hands: tuple[T, T], viewer: Seat | None) -> tuple[T | None, T | None]:
        """Return the hands by seat as this viewer sees them: None for a hidden one."""
        first, second = hands
        return first if self.shows(Seat.FIRST, viewer) else None, second if self.shows(Seat.SECOND, viewer) else None

    def with_handicap(self, turn: PlayedMove) -> PlayedMove:
        """Return the turn of the player to move with the points that the handicap adds to each move that scores."""
        points = self.options.given[turn.seat.index]
        if not points or turn.points <= 0:
            return turn
        parts = (*turn.parts, Part(EXTRA, points)) if turn.parts else ()
        return dataclasses.replace(turn, points=turn.points + points, parts=parts)

    def after_turn(self, turn: PlayedMove) -> Self:
        """Return the position with the points of this turn added and the opponent to move; a game adds the rest."""
        return dataclasses.replace(
            self,
            to_move=turn.seat.other,
            scores=turn.seat.put(self.scores, self.scores[turn.seat.index] + turn.points),
            last=turn,
            face_down=(),
        )

    def decided_by_points(self, reason: Sentence, *, scores: bool = False) -> Self:
        """Return the position with its result: most points win, equal points are a draw; see `Result` for `scores`."""
        first, second = self.scores
        winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
        return dataclasses.replace(self, result=Result(winner, reason, scores=scores))


@dataclass(frozen=True, kw_only=True)
class View:
    """What one viewer may know (information set); `viewer` is None for a spectator."""

    viewer: Seat | None
    options: Options
    to_move: Seat
    scores: tuple[int, int]
    last: PlayedMove | None
    result: Result | None
    face_down: tuple[Seat, ...] = ()

    @property
    def tallies(self) -> Tallies | None:
        """The same as of the position."""
        return None

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to move."""
        return self.result is None and self.viewer is self.to_move


def subtract(tiles: Iterable[str], removed: Iterable[str]) -> tuple[str, ...]:
    """Return the tiles without the removed ones, in their order; raises ValueError for one that is not among them."""
    rest = list(tiles)
    for tile in removed:
        rest.remove(tile)
    return tuple(rest)


def missing(held: Iterable[str], needed: Iterable[str]) -> tuple[str, ...]:
    """Return the needed tiles that are not held."""
    return tuple((Counter(needed) - Counter(held)).elements())


def in_common(state: Position | View) -> dict[str, Any]:
    """Return the fields that a position and its views have in common, as arguments for one made from the other.

    Their types differ from game to game, so they are `Any`.
    """
    return {
        "options": state.options,
        "to_move": state.to_move,
        "scores": state.scores,
        "last": state.last,
        "result": state.result,
        "face_down": state.face_down,
    }
