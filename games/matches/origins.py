"""From where a match goes on: a turn of one that is over."""

from __future__ import annotations

from dataclasses import dataclass

from games.matches import positions
from games.matches.errors import NothingToContinue, StillRunning, TooOftenContinued
from games.matches.models import Match
from games.rules import Seat

MOST_ORIGINS = 8  # matches in a row, each going on from the one before: replaying one replays them all


@dataclass(frozen=True)
class Origin:
    """A match that is over, how many of its moves are kept, and the seat that keeps its hand."""

    match: Match
    ply: int
    keeper: Seat

    @property
    def columns(self) -> dict[str, object]:
        """What the new match keeps of it."""
        return {"origin": self.match, "origin_ply": self.ply, "origin_seat": self.keeper}


def may_continue(match: Match, ply: int) -> bool:
    """Whether somebody may play on after so many moves: the match is over, and that turn was not its end."""
    if not match.ended.has_result or match.voided_at:
        return False
    return ply < match.ply or (ply == match.ply and not match.ended.is_by_moves)


def mover_at(match: Match, ply: int) -> Seat:
    """Who was to move after so many moves."""
    return positions.replay(match).turns[ply].seat if ply < match.ply else Seat(match.to_move)


def check_origin(match: Match, ply: int) -> None:
    """Raises Refused where no match may go on from there, and where too many went on from each other before it."""
    if not match.finished_at:
        raise StillRunning
    if not may_continue(match, ply):
        raise NothingToContinue
    before: Match | None = match
    for _step in range(MOST_ORIGINS):
        before = before and before.origin
    if before:
        raise TooOftenContinued
