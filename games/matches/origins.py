"""From where a match goes on: a turn of one that is over."""

from __future__ import annotations

from dataclasses import dataclass

from games.matches import positions
from games.matches.models import Match
from games.matches.refusals import NothingToContinue, StillRunning, TooOftenContinued
from games.rules import Position, Seat

MOST_ORIGINS = 8  # matches in a row, each going on from the one before: replaying one replays them all
NEVER_PLAYED = (Match.Ending.ABORTED, Match.Ending.VOID)


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


def position_to_continue(match: Match, ply: int) -> Position:
    """The position of the match after so many moves, from which somebody may play on.

    Raises Refused for a match that runs, was called off or declared void, and where nothing is left to play.
    """
    if not match.finished_at:
        raise StillRunning
    if match.voided_at or match.ending in NEVER_PLAYED or ply > match.ply:
        raise NothingToContinue
    position = positions.replay_to(match, ply).position
    if position.result:
        raise NothingToContinue
    return position


def check_chain(match: Match) -> None:
    """Raises TooOftenContinued where too many matches went on from each other before this one."""
    before: Match | None = match
    for _step in range(MOST_ORIGINS):
        before = before and before.origin
    if before:
        raise TooOftenContinued
