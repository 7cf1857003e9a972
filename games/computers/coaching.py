"""What the guide says in somebody's first match: what just happened, what to do now, and a move that would do."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from games.matches.models import Match
from games.matches.tables import Line, Table
from games.rules import Dice, MostPoints, Seat, Sentence, Turn

EXAMPLES = 6  # turns of the newcomer for which a move is proposed
REMEMBERED = 500


@dataclass(frozen=True)
class Example:
    """A move that the newcomer may make now: its notation, and what it would do."""

    text: str
    turn: Turn

    @property
    def squares(self) -> str:
        """The names of its squares, as the page's scripts want them."""
        return " ".join(map(str, self.turn.squares))

    @property
    def stretch(self) -> str:
        """Where it lies, in reading order: one square, or the first and the last."""
        names = [str(square) for square in self.turn.squares]
        return f"{names[0]}–{names[-1]}" if len(names) > 1 else names[0] if names else ""


class Coach:
    """What the guide has to say to the viewer of this table, who plays."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat

    @property
    def round(self) -> int:
        """How many turns the newcomer has made."""
        return sum(turn.seat is self.seat for turn in self.table.turns)

    @property
    def answered(self) -> Line | None:
        """The opponent's turn that the newcomer has to answer, if it was the last one."""
        last = self.table.last
        return last if last and last.turn.seat is not self.seat else None

    @property
    def made(self) -> Line | None:
        """The newcomer's own turn, if it was the last one."""
        last = self.table.last
        return last if last and last.turn.seat is self.seat else None

    @property
    def lesson(self) -> Sentence | None:
        """What to know before this turn; the aim of a game that has no lessons."""
        lessons = self.table.game.lessons or (self.table.game.aim,)
        return lessons[self.round] if self.round < len(lessons) else None

    @cached_property
    def example(self) -> Example | None:
        """A move to make now; none when somebody else is to move, or when the newcomer knows the way."""
        return propose(self.table) if self.table.my_turn and self.round < EXAMPLES else None

    @property
    def address(self) -> str:
        """Where the rules stand."""
        return reverse("rules", args=[self.table.match.game_slug])


_proposed: OrderedDict[tuple[str, int], Example] = OrderedDict()


def propose(table: Table) -> Example:
    """The move that brings the mover most now, found from what the mover may see; remembered for the next page."""
    match: Match = table.match
    key = match.pk, table.ply
    if (known := _proposed.get(key)) is None:
        move = MostPoints(table.game).choose(table.view, Dice(b"guide", table.ply))
        position = table.game.imagine(table.view, Dice(b"guide", table.ply))
        known = _proposed[key] = Example(table.game.encode(move), table.game.judge(position, move))
        while len(_proposed) > REMEMBERED:
            _proposed.popitem(last=False)
    return known
