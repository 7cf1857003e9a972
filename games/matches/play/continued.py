"""Continued matches: the position of a finished match from which another match begins."""

from __future__ import annotations

from dataclasses import dataclass

from games.matches.errors import NothingToContinue, StillRunning, TooOftenContinued
from games.matches.models import Match
from games.matches.play import positions
from games.rules import Seat

MOST_ORIGINS = 8  # in a chain of continued matches: replaying the last one replays them all


@dataclass(frozen=True)
class Origin:
    """A finished match, how many of its moves are kept, and the seat that keeps its hand."""

    match: Match
    ply: int
    keeper: Seat

    @property
    def columns(self) -> dict[str, object]:
        """The columns of the new match that refer to the origin."""
        return {"origin": self.match, "origin_ply": self.ply, "origin_seat": self.keeper}


def may_continue(match: Match, ply: int) -> bool:
    """Return whether a match may be continued after this many moves: it has a result, and that turn was not its end."""
    if not match.ended.has_result or match.voided_at:
        return False
    return ply < match.ply or (ply == match.ply and not match.ended.is_by_moves)


def mover_at(match: Match, ply: int) -> Seat:
    """Return the seat that was to move after this many moves."""
    return positions.replay(match).turns[ply].seat if ply < match.ply else Seat(match.to_move)


def check_origin(match: Match, ply: int) -> None:
    """Raise Refused unless a match may be continued from there: StillRunning, NothingToContinue, TooOftenContinued."""
    if not match.finished_at:
        raise StillRunning
    if not may_continue(match, ply):
        raise NothingToContinue
    before: Match | None = match
    for _step in range(MOST_ORIGINS):
        before = before and before.origin
    if before:
        raise TooOftenContinued
