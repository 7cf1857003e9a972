"""Who may begin which match: limits of running ones, a wait after cancelled live ones, matches that are continued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Q, QuerySet

from accounts.models import User
from core import clock
from games.matches.errors import (
    MustWait,
    NothingToContinue,
    OpponentMustWait,
    OpponentTooBusy,
    StillRunning,
    TooManyMatches,
    TooManyRunning,
    TooOftenContinued,
)
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.rules import BadNotation, IllegalMove, Position, Seat

# Running matches of one player with people, and against computers. Those of events do not count: a league starts ten.
MOST_RUNNING = 100
MOST_WITH_COMPUTERS = 30
# The wait before the next live match after the first, second, and every further cancelled one within `REMEMBERED` for
# which the player is to blame.
WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30))
REMEMBERED = timedelta(days=1)
MOST_ORIGINS = 8  # in a chain of continued matches: replaying the last one replays them all
LONGEST_WITHOUT_MOVE = timedelta(hours=1)  # more than a live match without a move lasts; it lets a query use an index


def check_may_begin(player: User, opponent: User | None = None, *, live: bool) -> None:
    """Raise TooMany if this player, or the opponent, may not begin a match now; without an opponent, one with people.

    Call it with both players locked, or two requests at the same instant get past the limit.
    """
    if opponent and (player.is_computer or opponent.is_computer):
        check_may_play_computer(opponent if player.is_computer else player)
        return
    people = [(player, TooManyRunning, MustWait), (opponent, OpponentTooBusy, OpponentMustWait)]
    for person, too_many, must_wait in people:
        if person is None or person.is_computer:
            continue
        if _running_with_people(person).count() >= MOST_RUNNING:
            raise too_many
        if live and (wait := wait_of(person)):
            raise must_wait(wait)


def check_may_play_computer(player: User) -> None:
    """Raise TooManyMatches if this player may not begin a match against a computer now; call it like the above."""
    if running_with_computers(player).count() >= MOST_WITH_COMPUTERS:
        raise TooManyMatches


def running_with_computers(player: User) -> QuerySet[Match]:
    """Return the player's running matches against computers."""
    against = Q(first=player, second__is_computer=True) | Q(second=player, first__is_computer=True)
    return Match.objects.filter(against, finished_at=None, event_key="")


def wait_of(player: User, now: datetime | None = None) -> timedelta:
    """Return how long this player still has to wait before the next live match; zero if not at all."""
    now = now or clock.now()
    called_off = _called_off_by(player, now - REMEMBERED)
    last: datetime | None = called_off.aggregate(last=Max("finished_at"))["last"]
    if last is None:
        return timedelta()
    wait = WAITS[min(called_off.count(), len(WAITS)) - 1]
    return max(last + wait - now, timedelta())


def to_blame(match: Match, seat: Seat, ending: Ending) -> int:
    """Return the bit mask of the seats to blame for the cancellation of a match without a move; 0 for none.

    `seat` is the one to move where the time ran out, or the one that cancelled. To blame in a live match between people
    are the players who did not arrive in time, the one who did not make the first move in time, and the one who
    cancelled after both had arrived. None is where a player was called who had left for another app.
    """
    if not match.is_live or match.first.is_computer or match.second.is_computer:
        return 0
    if match.is_called:
        return 0
    if match.is_gathering:
        away_since = match.clock.away_since
        return sum(absent for absent in Seat if away_since.of(absent)) if ending is Ending.TIME else 0
    return int(seat)


def absent_seat(match: Match) -> Seat | None:
    """Return the seat whose player alone has not arrived in a live match that waits; None if it waits for both."""
    absent = [seat for seat in Seat if match.is_gathering and match.clock.away_since.of(seat)]
    return absent[0] if len(absent) == 1 else None


def _running_with_people(player: User) -> QuerySet[Match]:
    people = Q(first=player, second__is_computer=False) | Q(second=player, first__is_computer=False)
    return Match.objects.filter(people, finished_at=None, event_key="")


def _called_off_by(player: User, since: datetime) -> QuerySet[Match]:
    both = Seat.FIRST + Seat.SECOND
    blamed = Q(first=player, called_off_by__in=(Seat.FIRST, both)) | Q(
        second=player, called_off_by__in=(Seat.SECOND, both)
    )
    return Match.objects.filter(blamed, moved_at__gt=since - LONGEST_WITHOUT_MOVE, finished_at__gt=since)


@dataclass(frozen=True)
class Origin:
    """A finished match, how many of its moves are kept, the seat that keeps its hand, and a variation from there."""

    match: Match
    ply: int
    keeper: Seat
    line: Sequence[str] = ()

    @property
    def columns(self) -> dict[str, object]:
        """The columns of the new match that refer to the origin."""
        line = "\n".join(self.line)
        return {"origin": self.match, "origin_ply": self.ply, "origin_seat": self.keeper, "origin_line": line}


def may_continue(match: Match, ply: int) -> bool:
    """Return whether a match may be continued after this many moves: it has a result, and that turn was not its end.

    A sealed one waits for the end of its seal, as the match that continues it would show its board to everyone.
    """
    if not match.ended.has_result or match.voided_at or match.is_sealed:
        return False
    return ply < match.ply or (ply == match.ply and not match.ended.is_by_moves)


def mover_at(match: Match, ply: int, line: Sequence[str] = ()) -> Seat:
    """Return the seat that is to move after this many moves and a legal variation."""
    if line:
        return _after(match, ply, line).to_move
    return positions.replay(match).turns[ply].seat if ply < match.ply else Seat(match.to_move)


def check_origin(match: Match, ply: int, line: Sequence[str] = ()) -> None:
    """Raise Refused unless a match may be continued from there: StillRunning, NothingToContinue, TooOftenContinued.

    `line` are moves of a variation in notation, after the first `ply` of the match.
    """
    if not match.is_over:
        raise StillRunning
    if not may_continue(match, ply):
        raise NothingToContinue
    try:
        if line and _after(match, ply, line).result:
            raise NothingToContinue
    except (BadNotation, IllegalMove):
        raise NothingToContinue from None
    before: Match | None = match
    for _step in range(MOST_ORIGINS):
        before = before and before.origin
    if before:
        raise TooOftenContinued


def _after(match: Match, ply: int, line: Sequence[str]) -> Position:
    return positions.follow(match.game, positions.replay_to(match, ply).position, line, ply + 1)[-1]
