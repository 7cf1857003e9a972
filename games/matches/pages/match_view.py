"""What one viewer sees of a match, ready for the pieces of the page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts.models import User
from games.matches import positions
from games.matches.models import Match
from games.matches.pages.board_view import Addresses, BoardView
from games.matches.pages.stored_match import outcome_of
from games.matches.time.display import ClockFace, WaitNotice, clock_face, wait_notice
from games.rules import PlayedMove, Position, Seat, Tile


@dataclass(frozen=True)
class Player:
    """One of the two at the board, as the scores show them."""

    seat: Seat
    user: User
    points: int
    to_move: bool
    won: bool
    rack: tuple[Tile, ...] | None
    dial: ClockFace | None


@dataclass(frozen=True)
class Line:
    """One row of the list of turns."""

    ply: int
    user: User
    turn: PlayedMove


class MatchView(BoardView):
    """A match as one viewer may see it: everything the pieces draw comes from here."""

    def __init__(self, match: Match, seat: Seat | None, *, ply: int | None = None) -> None:
        """The match as it stands, or as it stood after move number `ply`."""
        self.match = match
        replay = positions.replay(match) if ply is None else positions.replay_to(match, ply)
        position: Position = positions.standing(match) if ply is None else positions.covered(match, replay.position)
        super().__init__(match.game, position, seat, replay.ply)
        self.turns: tuple[PlayedMove, ...] = replay.turns

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to move, and may."""
        return self.view.my_turn and not self.match.is_gathering

    @property
    def wait(self) -> WaitNotice | None:
        """Who is awaited at the board, and what will happen when."""
        return wait_notice(self.match, self.seat)

    @cached_property
    def to(self) -> Addresses:
        """The addresses of the match."""
        return Addresses(*(reverse(f"matches:{name}", args=[self.match.pk]) for name in ("move", "preview", "confirm")))

    @property
    def players(self) -> list[Player]:
        """Both players; the viewer first, so that one's own points always stand at the same place."""
        seats = sorted(Seat, key=lambda seat: seat is not (self.seat or Seat.FIRST))
        return [self._player(seat) for seat in seats]

    @property
    def opponent(self) -> User | None:
        """Who sits across from the viewer; None for somebody who watches."""
        return self.match.player(self.seat.other) if self.seat else None

    @property
    def rematch_starter(self) -> User | None:
        """Who would begin the rematch that one of the two has asked for."""
        starter = self.match.rematch_starter
        return self.match.player(Seat(starter)) if starter else None

    @property
    def mover(self) -> User:
        """Who is to move."""
        return self.match.player(self.view.to_move)

    @property
    def winner(self) -> User | None:
        """Who won; None while it runs and for a draw."""
        result = self.view.result
        return self.match.player(result.winner) if result and result.winner else None

    @property
    def outcome(self) -> str:
        """How it ended for the viewer: won, lost, drawn, aborted, void, or watched; empty while it runs."""
        result = self.view.result
        if result is None:
            return ""
        if self.match.ending == Match.Ending.ABORTED:
            return "aborted"
        if self.match.voided_at:
            return "void"
        if result.winner is None:
            return "drawn"
        if self.seat is None:
            return "watched"
        return "won" if result.winner is self.seat else "lost"

    @property
    def last(self) -> Line | None:
        """The latest turn."""
        return self._line(self.ply) if self.ply else None

    @property
    def drawn_lines(self) -> SafeString:
        """The rows of the list of turns."""
        return mark_safe("".join(self.draw_lines()))  # noqa: S308 - rows made by a template

    def draw_lines(self, since: int = 0) -> list[str]:
        """The rows of the turns after ply `since`, each as its own HTML; a turn is drawn once in each language."""
        language = get_language()
        return [_draw_line(self.match.pk, line.ply, str(line.user), line.turn, language) for line in self.lines(since)]

    @property
    def previous_ply(self) -> int:
        """The number of the move before the last."""
        return self.ply - 1

    def lines(self, since: int = 0) -> list[Line]:
        """The turns after ply `since`, oldest first."""
        return [self._line(ply) for ply in range(since + 1, self.ply + 1)]

    def _line(self, ply: int) -> Line:
        turn = self.turns[ply - 1]
        return Line(ply, self.match.player(turn.seat), turn)

    def _player(self, seat: Seat) -> Player:
        result = self.view.result
        return Player(
            seat=seat,
            user=self.match.player(seat),
            points=self.view.scores[seat.index],
            to_move=result is None and self.view.to_move is seat,
            won=result is not None and result.winner is seat,
            rack=self.game.rack(self.view, seat) if self.over else None,
            dial=clock_face(self.match, seat, timezone.now()),
        )


@lru_cache(maxsize=20_000)
def _draw_line(match_id: str, ply: int, name: str, turn: PlayedMove, language: str) -> str:
    return render_to_string("matches/_turn.html", {"match_id": match_id, "ply": ply, "name": name, "turn": turn})


@dataclass(frozen=True)
class Entry:
    """A match in a list, as one person's match."""

    match: Match
    person: User

    @property
    def seat(self) -> Seat:
        """Where the person sits."""
        return Seat.FIRST if self.match.first_id == self.person.pk else Seat.SECOND

    @property
    def opponent(self) -> User:
        """Who sits across."""
        return self.match.player(self.seat.other)

    @property
    def points(self) -> tuple[int, int]:
        """The person's points, then the opponent's."""
        pair = (self.match.first_points, self.match.second_points)
        return pair[self.seat.index], pair[self.seat.other.index]

    @property
    def my_turn(self) -> bool:
        """Whether the person is to move."""
        return self.match.finished_at is None and self.match.to_move == self.seat

    @property
    def outcome(self) -> str:
        """won, lost, drawn, aborted or void; empty while the match runs."""
        return outcome_of(self.match, self.seat)
