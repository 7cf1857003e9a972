"""What the page of a live match shows of its clocks, and of the players whom it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from games.matches.models import Match
from games.matches.play.clocks import running_clock
from games.matches.time.schedule import NOTHING
from games.rules import Seat


@dataclass(frozen=True)
class ClockFace:
    """One player's clock: what it shows, and when it runs out; None while it is stopped."""

    left: timedelta
    runs_out: datetime | None


class WaitCase(Enum):
    """What happens to a live match unless a player acts."""

    GATHERING = "gathering"  # cancelled, if the players have not both arrived in time
    FIRST = "first"  # cancelled, if it gets no first move in time
    SECOND = "second"  # lost by the player to move, if that player's first move is not made in time
    LOSING = "losing"  # lost by the player to move, who has left
    WAITING = "waiting"  # nothing: the absent player is not to move


@dataclass(frozen=True)
class WaitNotice:
    """A notice about players whom a live match waits for.

    `case` is the value of a `WaitCase`; `names` are those of the absent players but the viewer; `until` is when the
    case takes effect, None if nothing follows.
    """

    case: str
    names: tuple[str, ...]
    until: datetime | None


def clock_face(match: Match, seat: Seat, now: datetime) -> ClockFace | None:
    """Return the clock of this seat; None in correspondence, and when the match is over."""
    left = match.left(seat)
    if left is None or match.finished_at:
        return None
    clock = running_clock(match)
    if clock is None or clock.first or seat != match.to_move:
        return ClockFace(left, None)
    return ClockFace(max(clock.runs_out - now, NOTHING), clock.runs_out)


def wait_notice(match: Match, viewer: Seat | None) -> WaitNotice | None:
    """Return the notice about absent players or a first move that is due; None where there is none."""
    if not match.is_live or match.finished_at:
        return None
    away = [seat for seat in Seat if seat is not viewer and match.away_since(seat)]
    names = tuple([str(match.player(seat)) for seat in away])
    clock = running_clock(match)
    if clock is None:
        return WaitNotice(WaitCase.GATHERING.value, names, match.deadline_at)
    if clock.first:
        return WaitNotice((WaitCase.SECOND if match.ply else WaitCase.FIRST).value, names, clock.runs_out)
    if not away:
        return None
    if Seat(match.to_move) in away:
        return WaitNotice(WaitCase.LOSING.value, names, clock.runs_out)
    return WaitNotice(WaitCase.WAITING.value, names, None)
