"""The guide of a first match: what just happened, what to do now, and an example of a move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from cachetools import LRUCache, cached
from django.urls import reverse

from games.matches.pages.match_view import Line, MatchView
from games.rules import PlayedMove, Seat, SeededRandom, Sentence, prospects

EXAMPLES = 6  # turns of the player for which a move is proposed
SHORT = 5  # squares of an example; longer ones are hard to follow at first
CACHED = 500  # examples


@dataclass(frozen=True)
class Example:
    """A suggested move: its notation and its effect."""

    text: str
    turn: PlayedMove

    @property
    def squares(self) -> str:
        """Return the names of its squares, separated by spaces, for the page's scripts."""
        return " ".join(map(str, self.turn.squares))

    @property
    def where(self) -> str:
        """Return the first and the last of its squares; empty if the text of the move names squares itself."""
        names = [str(square) for square in self.turn.squares]
        is_named = any(name in str(self.turn.text) for name in names)
        return "" if is_named or not names else f"{names[0]}–{names[-1]}"


class Hints:
    """The hints of the guide for the viewer, a player of this match."""

    def __init__(self, board_view: MatchView, seat: Seat) -> None:
        self.board_view = board_view
        self.seat = seat

    @property
    def round(self) -> int:
        """Return how many turns the player has made."""
        return sum(turn.seat is self.seat for turn in self.board_view.turns)

    @property
    def answered(self) -> Line | None:
        """Return the last turn if the opponent made it."""
        last = self.board_view.last
        return last if last and last.turn.seat is not self.seat else None

    @property
    def made(self) -> Line | None:
        """Return the last turn if the player made it."""
        last = self.board_view.last
        return last if last and last.turn.seat is self.seat else None

    @property
    def lesson(self) -> Sentence | None:
        """Return the guidance for this turn, or None; a game without guidance has its aim for the first turn."""
        lessons = self.board_view.display.guidance or (self.board_view.game.aim,)
        return lessons[self.round] if self.round < len(lessons) else None

    @cached_property
    def example(self) -> Example | None:
        """Return a suggested move; None on the opponent's turn, and after the player's first `EXAMPLES` turns."""
        return propose(self.board_view) if self.board_view.my_turn and self.round < EXAMPLES else None

    @property
    def is_silent(self) -> bool:
        """Return whether the guide shows nothing: after its last hint, until the end of the match."""
        return self.round > max(EXAMPLES, len(self.board_view.display.guidance)) and not self.board_view.over

    @property
    def address(self) -> str:
        """Return the path of the page with the rules."""
        return reverse("rules", args=[self.board_view.match.game_slug])


_proposed: LRUCache[tuple[str, int], Example] = LRUCache(CACHED)  # by match and ply


@cached(_proposed, key=lambda board_view: (board_view.match.pk, board_view.ply), lock=Lock())
def propose(board_view: MatchView) -> Example:
    """Return the highest-scoring short move, or of all moves if none is short, found from the mover's view."""
    candidates = prospects(board_view.game, board_view.view, SeededRandom(b"guide", board_view.ply))
    short = [prospect for prospect in candidates if len(prospect.turn.squares) <= SHORT] or candidates
    best = max(short, key=lambda prospect: prospect.turn.points)
    return Example(board_view.game.encode(best.move), best.turn)
