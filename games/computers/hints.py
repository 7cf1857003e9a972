"""What the guide says in somebody's first match: what just happened, what to do now, and a move that would do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from cachetools import LRUCache, cached
from django.urls import reverse

from games.matches.pages.match_view import Line, MatchView
from games.rules import PlayedMove, Seat, SeededRandom, Sentence, prospects

EXAMPLES = 6  # turns of the newcomer for which a move is proposed
SHORT = 5  # squares; what is longer is hard to follow at first
REMEMBERED = 500


@dataclass(frozen=True)
class Example:
    """A move that the newcomer may make now: its notation, and what it would do."""

    text: str
    turn: PlayedMove

    @property
    def squares(self) -> str:
        """The names of its squares, as the page's scripts want them."""
        return " ".join(map(str, self.turn.squares))

    @property
    def where(self) -> str:
        """The first and the last of its squares; empty where the words of the move name squares themselves."""
        names = [str(square) for square in self.turn.squares]
        told = any(name in str(self.turn.text) for name in names)
        return "" if told or not names else f"{names[0]}–{names[-1]}"


class Coach:
    """What the guide has to say to the viewer of this table, who plays."""

    def __init__(self, table: MatchView, seat: Seat) -> None:
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
        lessons = self.table.game.guidance or (self.table.game.aim,)
        return lessons[self.round] if self.round < len(lessons) else None

    @cached_property
    def example(self) -> Example | None:
        """A move to make now; none when somebody else is to move, or when the newcomer knows the way."""
        return propose(self.table) if self.table.my_turn and self.round < EXAMPLES else None

    @property
    def address(self) -> str:
        """Where the rules stand."""
        return reverse("rules", args=[self.table.match.game_slug])


_proposed: LRUCache[tuple[str, int], Example] = LRUCache(REMEMBERED)  # by match and ply


@cached(_proposed, key=lambda table: (table.match.pk, table.ply), lock=Lock())
def propose(table: MatchView) -> Example:
    """Return the short move that brings the mover most now, found from what the mover may see."""
    found = prospects(table.game, table.view, SeededRandom(b"guide", table.ply))
    short = [prospect for prospect in found if len(prospect.turn.squares) <= SHORT] or found
    best = max(short, key=lambda prospect: prospect.turn.points)
    return Example(table.game.encode(best.move), best.turn)
