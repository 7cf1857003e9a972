"""The computers' turns: found by the clock, thought about by workers, made a moment after their opponents moved.

All state is the match's row. Several clocks may do this at once: they come to the same move, and the unique pair of
match and ply lets one of them make it. What dies while it thinks is thought once more, by whichever clock looks next.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from games.catalogue import games
from games.computers import thinking
from games.computers.models import Computer
from games.matches.models import Match
from games.matches.refusals import Refused
from games.matches.services import play_move
from games.rules import Seat
from games.workers import Closed, WorkerDied

log = logging.getLogger(__name__)

PAUSE = timedelta(seconds=1)  # after the opponent's move, so that it can be seen
BATCH = 100  # matches that are thought about at once
TRIES = 3  # with a move whose worker dies

Turn = tuple[str, int]  # a match and the ply of the move to make


@dataclass(frozen=True)
class Thought:
    """A move that a computer owes, and what it comes to."""

    match: Match
    level: int
    found: Future[str]


class Computers:
    """What the computers are thinking about, as far as this clock is concerned."""

    def __init__(self) -> None:
        self._thoughts: dict[Turn, Thought] = {}
        self._deaths: Counter[Turn] = Counter()

    def play_due(self) -> bool:
        """Lets think about the moves that are owed, the oldest first, and makes those that are found.

        Waits for none of them; gives whether there are any, so that it is worth looking again soon. One that takes
        long, or cannot be made, keeps no other waiting.
        """
        levels = dict(Computer.objects.values_list("user", "level"))
        owed = owing(levels) if levels else []
        self._forget(self._thoughts.keys() - set(owed))
        self._begin([turn for turn in owed if turn not in self._thoughts], levels)
        for turn in self._ripe(timezone.now()):
            self._finish(turn)
        return bool(self._thoughts)

    def _begin(self, turns: list[Turn], levels: dict[int, int]) -> None:
        """Has these moves thought about, in this order."""
        if not turns:
            return
        matches = Match.objects.select_related("first", "second").in_bulk([pk for pk, _ply in turns])
        for pk, ply in turns:
            match = matches[pk]
            level = levels.get(match.player_id(Seat(match.to_move)))
            if level is not None and match.ply + 1 == ply:  # nobody has moved since
                self._thoughts[pk, ply] = Thought(match, level, thinking.begin(match, level))

    def _ripe(self, now: datetime) -> list[Turn]:
        """What is thought out, and not sooner than a person would expect."""
        return [turn for turn, it in self._thoughts.items() if it.found.done() and it.match.moved_at <= now - PAUSE]

    def _finish(self, turn: Turn) -> None:
        """Makes the move, or has it thought once more if it was the worker that failed."""
        thought = self._thoughts.pop(turn)
        fault = thought.found.exception()
        if isinstance(fault, Closed):
            return
        if isinstance(fault, WorkerDied) and self._deaths[turn] < TRIES - 1:
            self._deaths[turn] += 1
            return
        self._deaths.pop(turn, None)
        try:
            make(thought)
        except Exception:
            log.exception("A computer could not move in match %s", thought.match.pk)

    def _forget(self, turns: Iterable[Turn]) -> None:
        """The match ended, or another clock was quicker."""
        for turn in turns:
            self._thoughts.pop(turn).found.cancel()
            self._deaths.pop(turn, None)


def owing(levels: Iterable[int]) -> list[Turn]:
    """The moves that these computers, by their accounts' keys, are to make now, the oldest first."""
    theirs = Q(to_move=Seat.FIRST, first__in=levels) | Q(to_move=Seat.SECOND, second__in=levels)
    gathering = Q(increment__isnull=False, clock_since=None)
    waiting = Match.objects.filter(theirs, finished_at=None, game_slug__in=games()).exclude(gathering)
    found = waiting.order_by("moved_at").values_list("pk", "ply")[:BATCH]
    return [(pk, ply + 1) for pk, ply in found]


def make(thought: Thought) -> None:
    """Makes the move, by the same service as everybody's."""
    match = thought.match
    with suppress(Refused):  # the match ended, or another clock was quicker
        text = thinking.checked(match, thought.level, thought.found)
        play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, text)
