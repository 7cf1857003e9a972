"""The computers' turns: found by the clock, thought about by workers, made a moment after their opponents moved.

All state is the match's row. Several clocks may do this at once: they come to the same move, and the unique pair of
match and ply lets one of them make it. What dies while it thinks is thought once more, by whichever clock looks next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.sweeps import Sweep
from games.catalogue import games
from games.computers import bot_turns
from games.computers.models import Computer
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.services import play_move
from games.rules import Seat
from games.workers import PoolClosed, WorkerDied

PAUSE = timedelta(seconds=1)  # after the opponent's move, so that it can be seen
BATCH = 100  # matches that are thought about at once
TRIES = 3  # with a move whose worker dies

PlayedMove = tuple[str, int]  # a match and the ply of the move to make


@dataclass(frozen=True)
class Thought:
    """A move that a computer owes, and what it comes to."""

    match: Match
    level: int
    found: Future[str]


class Computers:
    """What the computers are thinking about, as far as this clock is concerned."""

    def __init__(self) -> None:
        self._thoughts: dict[PlayedMove, Thought] = {}
        self._deaths: Counter[PlayedMove] = Counter()
        self._sweep = Sweep("computer turns")

    def play_due(self) -> bool:
        """Lets think about the moves that are owed, the oldest first, and makes those that are found.

        Waits for none of them; gives whether there are any, so that it is worth looking again soon. One that takes
        long, or cannot be made, keeps no other waiting: its match is parked.
        """
        levels = dict(Computer.objects.values_list("user", "level"))
        owed = owing(levels, self._sweep) if levels else []
        self._forget(self._thoughts.keys() - set(owed))
        self._begin([turn for turn in owed if turn not in self._thoughts], levels)
        self._sweep.each(self._ripe(timezone.now()), self._finish, key=match_of)
        return bool(self._thoughts)

    def _begin(self, turns: list[PlayedMove], levels: dict[int, int]) -> None:
        """Has these moves thought about, in this order."""
        if not turns:
            return
        matches = Match.objects.select_related("first", "second").in_bulk([pk for pk, _ply in turns])

        def begin(turn: PlayedMove) -> None:
            match = matches[turn[0]]
            level = levels.get(match.player_id(Seat(match.to_move)))
            if level is not None and (match.pk, match.ply + 1) == turn:  # nobody has moved since
                self._thoughts[turn] = Thought(match, level, bot_turns.begin(match, level))

        self._sweep.each(turns, begin, key=match_of)

    def _ripe(self, now: datetime) -> list[PlayedMove]:
        """What is thought out, and not sooner than a person would expect."""
        return [turn for turn, it in self._thoughts.items() if it.found.done() and it.match.moved_at <= now - PAUSE]

    def _finish(self, turn: PlayedMove) -> None:
        """Makes the move, or has it thought once more if it was the worker that failed."""
        thought = self._thoughts.pop(turn)
        fault = thought.found.exception()
        if isinstance(fault, PoolClosed):
            return
        if isinstance(fault, WorkerDied) and self._deaths[turn] < TRIES - 1:
            self._deaths[turn] += 1
            return
        self._deaths.pop(turn, None)
        make(thought)

    def _forget(self, turns: Iterable[PlayedMove]) -> None:
        """The match ended, or another clock was quicker."""
        for turn in turns:
            self._thoughts.pop(turn).found.cancel()
            self._deaths.pop(turn, None)


def match_of(turn: tuple[str, int]) -> str:
    """Return the key of the match of a turn, by which a bad one is parked."""
    return turn[0]


def owing(levels: Iterable[int], sweep: Sweep) -> list[PlayedMove]:
    """The moves that these computers, by their accounts' keys, are to make now, the oldest first; no parked ones."""
    theirs = Q(to_move=Seat.FIRST, first__in=levels) | Q(to_move=Seat.SECOND, second__in=levels)
    gathering = Q(increment__isnull=False, clock_since=None)
    waiting = Match.objects.filter(theirs, finished_at=None, game_slug__in=games()).exclude(gathering)
    found = waiting.order_by("moved_at").values_list("pk", "ply")
    return [(pk, ply + 1) for pk, ply in sweep.rows(found, BATCH, key=match_of)]


def make(thought: Thought) -> None:
    """Makes the move, by the same service as everybody's."""
    match = thought.match
    with suppress(Refused):  # the match ended, or another clock was quicker
        text = bot_turns.checked(match, thought.level, thought.found)
        play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, text)
