"""The job of the computer players: find their turns in the matches, have workers compute them, play them after a pause.

All state is in the row of the match, so any scheduler can take over from one that dies. Several may run the job at
once: the unique pair of match and ply lets only one of them play the move. They share the computing by claims in the
cache (Redis): a turn that another one has claimed comes after all others, and not before it is late. A lost claim costs
no more than computing a move twice. A move whose worker dies is computed again, `TRIES` times in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.core.cache import caches
from django.db.models import Case, F, Q, When, Window
from django.db.models.functions import RowNumber

from core import clock
from core.db.prepared import PreparedQuery
from core.sweeps import Sweep
from games.catalogue import games
from games.computers import bot_turns
from games.computers.models import Computer
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.play.services import play_move
from games.matches.time.control import live_kinds
from games.matches.time.terms import played_live
from games.rules import Seat
from games.workers import PoolClosed, WorkerDied, size

PAUSE = timedelta(seconds=1)  # after the opponent's move, so that it can be seen
BATCH = 300  # turns that are read at once
AHEAD = 2  # moves per worker that are computed or queued at a time; the order of all others can still change
TRIES = 3  # for a move whose worker dies
CLAIMED = 10  # seconds for which a turn is claimed

TurnKey = tuple[str, int]  # a match and the ply of the move to make


@dataclass(frozen=True)
class PendingMove:
    """A move that a computer has to make, and the future of its notation."""

    match: Match
    level: int
    found: Future[str]


class Computers:
    """The moves that this scheduler is having computed."""

    def __init__(self) -> None:
        self._levels: dict[int, int] = {}
        self._pending: dict[TurnKey, PendingMove] = {}
        self._deaths: Counter[TurnKey] = Counter()
        self._sweep = Sweep("computer turns")

    def play_due(self) -> bool:
        """Start computing moves that are due, in the order of `due_turns`, and play those that are found.

        Do not wait for any of them; return whether some are pending, so that the scheduler calls again soon. A slow
        move delays no other, and a match whose move raises an error is parked.
        """
        self._levels = levels = dict(Computer.objects.values_list("user", "level"))
        due = due_turns(levels, self._sweep) if levels and _some_due(tuple(levels)).matches() else []
        if len(due) < BATCH:  # else those that are under way may be further behind
            self._forget((self._pending.keys() | self._deaths.keys()) - set(due))
        self._begin([turn for turn in due if turn not in self._pending], levels)
        self._sweep.each(self._ripe(clock.now()), self._finish, key=match_of)
        return bool(self._pending)

    def _begin(self, turns: list[TurnKey], levels: dict[int, int]) -> None:
        """Start computing the first of these moves, up to `AHEAD` for each worker."""
        under_way = sum(not pending.found.done() for pending in self._pending.values())
        halvings = bot_turns.halvings_for(len(turns), size())
        most = max(0, AHEAD * size() - under_way) if size() else len(turns)
        claimed, others = claim(turns, most)
        turns = [*claimed, *others][:most]
        if not turns:
            return
        matches = Match.objects.select_related("first", "second").in_bulk([pk for pk, _ply in turns])
        late = clock.now() - PAUSE

        def begin(turn: TurnKey) -> None:
            match = matches[turn[0]]
            if turn not in claimed and match.moved_at > late:
                return
            level = levels.get(match.player_id(Seat(match.to_move)))
            if level is not None and (match.pk, match.ply + 1) == turn:  # no move was made since
                self._pending[turn] = PendingMove(match, level, bot_turns.begin(match, level, halvings))

        self._sweep.each(turns, begin, key=match_of)

    def _ripe(self, now: datetime) -> list[TurnKey]:
        """Return the moves that are found and whose pause is over."""
        return [turn for turn, it in self._pending.items() if it.found.done() and it.match.moved_at <= now - PAUSE]

    def _finish(self, turn: TurnKey) -> None:
        """Play the move, or drop it, so that it is computed again, if its worker died or the pool was closed."""
        pending = self._pending.pop(turn)
        fault = pending.found.exception()
        if isinstance(fault, PoolClosed):
            return
        if isinstance(fault, WorkerDied) and self._deaths[turn] < TRIES - 1:
            self._deaths[turn] += 1
            return
        self._deaths.pop(turn, None)
        make(pending)

    def _forget(self, turns: Iterable[TurnKey]) -> None:
        """Drop moves that are no longer due, also those whose worker has died, which others have played meanwhile."""
        for turn in turns:
            if pending := self._pending.pop(turn, None):
                pending.found.cancel()
            self._deaths.pop(turn, None)


def claim(turns: Iterable[TurnKey], most: int) -> tuple[list[TurnKey], list[TurnKey]]:
    """Claim the first `most` of these turns that no scheduler has claimed; return them, and those claimed before."""
    claimed: list[TurnKey] = []
    others: list[TurnKey] = []
    for pk, ply in turns:
        if len(claimed) == most:
            break
        is_free = caches["pages"].add(f"computing.{pk}.{ply}", value=True, timeout=CLAIMED)
        (claimed if is_free else others).append((pk, ply))
    return claimed, others


def match_of(turn: TurnKey) -> str:
    """Return the key of the match of a turn, by which the sweep parks matches that fail."""
    return turn[0]


def due_turns(levels: Iterable[int], sweep: Sweep) -> list[TurnKey]:
    """Return the moves that these computers (keys of accounts) have to make now, at most `BATCH`.

    Parked matches are left out, and live ones whose clocks have not been started. Live matches come first. Then each
    opponent's first match comes before any second one (round robin), and then the longest wait, so that a person with
    thirty matches does not delay one with a single match. The database ranks them, since more than `BATCH` may wait.
    """
    gathering = Q(played_live(), clock_since=None)
    waiting = Match.objects.filter(_to_move(levels), game_slug__in=games()).exclude(gathering)
    opponent = Case(When(to_move=Seat.FIRST, then=F("second")), default=F("first"))
    relaxed = Case(When(time_kind__in=live_kinds(), then=0), default=1)
    of_person = Window(RowNumber(), partition_by=[opponent, relaxed], order_by=["moved_at", "pk"])
    ranked = waiting.annotate(relaxed=relaxed, rank=of_person).order_by("relaxed", "rank", "moved_at", "pk")
    return [(pk, ply + 1) for pk, ply in sweep.rows(ranked.values_list("pk", "ply"), BATCH, key=match_of)]


def _to_move(levels: Iterable[int]) -> Q:
    return Q(finished_at=None) & (Q(to_move=Seat.FIRST, first__in=levels) | Q(to_move=Seat.SECOND, second__in=levels))


@lru_cache(maxsize=1)
def _some_due(levels: tuple[int, ...]) -> PreparedQuery[Match, Match]:
    """Return the prepared query whether any of these computers has to move; it runs every second."""
    return PreparedQuery(lambda now: Match.objects.filter(_to_move(levels)))


def make(pending: PendingMove) -> None:
    """Play the move by the same service as a person's move."""
    match = pending.match
    with suppress(Refused):  # the match ended, or another scheduler was quicker
        text = bot_turns.checked(match, pending.level, pending.found)
        play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, text)
