"""What the clocks of a live match show, and who is awaited at its board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from games.matches.models import Match
from games.matches.time.clocks import clock_of
from games.matches.time.timing import NOTHING
from games.rules import Seat


@dataclass(frozen=True)
class Dial:
    """One player's clock: what it shows, and when it runs out; None while it stands."""

    left: timedelta
    runs_out: datetime | None


class Case(Enum):
    """What happens if nothing does."""

    GATHERING = "gathering"  # the match is cancelled before it begins
    FIRST = "first"  # it is cancelled without a first move
    SECOND = "second"  # the second player loses without a first move
    LOSING = "losing"  # whoever is away, and to move, loses
    WAITING = "waiting"  # whoever is away is not to move


@dataclass(frozen=True)
class Wait:
    """Who is awaited at the board, if anybody, what will happen, and when."""

    case: str
    names: str
    until: datetime | None


def dial_of(match: Match, seat: Seat, now: datetime) -> Dial | None:
    """The clock of this seat; None over days, and when the match is over."""
    left = match.left(seat)
    if left is None or match.finished_at:
        return None
    clock = clock_of(match)
    if clock is None or clock.first or seat != match.to_move:
        return Dial(left, None)
    return Dial(max(clock.runs_out - now, NOTHING), clock.runs_out)


def wait_of(match: Match, viewer: Seat | None) -> Wait | None:
    """What the viewer should know of players who are not at the board, and of a first move; None when all is well."""
    if not match.is_live or match.finished_at:
        return None
    away = [seat for seat in Seat if seat is not viewer and match.gone_at(seat)]
    names = ", ".join(str(match.player(seat)) for seat in away)
    clock = clock_of(match)
    if clock is None:
        return Wait(Case.GATHERING.value, names, match.deadline_at)
    if clock.first:
        return Wait((Case.SECOND if match.ply else Case.FIRST).value, names, clock.runs_out)
    if not away:
        return None
    losing = Seat(match.to_move) in away
    return Wait(Case.LOSING.value, names, clock.runs_out) if losing else Wait(Case.WAITING.value, names, None)
