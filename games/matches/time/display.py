"""What pages show of the clocks of a live match, and of the players whom it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from games.matches.time.clock import Clock, Pair
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


def clock_face(clock: Clock, seat: Seat, now: datetime, moved: Pair[bool]) -> ClockFace | None:
    """Return the clock of this seat in a running match; None in correspondence. `moved` is as in `Clock`."""
    left, runs_out = clock.left.of(seat), clock.runs_out(moved)
    if left is None:
        return None
    if runs_out is None or seat is not clock.to_move or not moved.of(seat):
        return ClockFace(left, None)
    return ClockFace(max(runs_out - now, NOTHING), runs_out)


def wait_notice(clock: Clock, viewer: Seat | None, names: tuple[str, str], moved: Pair[bool]) -> WaitNotice | None:
    """Return the notice about absent players or a first move that is due in a running live match, else None.

    `names` are those of the players by seat; `moved` is as in `Clock`.
    """
    away = [seat for seat in Seat if seat is not viewer and clock.away_since.of(seat)]
    absent = tuple(names[seat.index] for seat in away)
    runs_out = clock.runs_out(moved)
    if runs_out is None:
        return WaitNotice(WaitCase.GATHERING.value, absent, clock.deadline)
    if not moved.of(clock.to_move):
        return WaitNotice((WaitCase.SECOND if any(moved) else WaitCase.FIRST).value, absent, runs_out)
    if not away:
        return None
    if clock.to_move in away:
        return WaitNotice(WaitCase.LOSING.value, absent, runs_out)
    return WaitNotice(WaitCase.WAITING.value, absent, None)
