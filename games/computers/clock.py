"""The computers' turns: found by the clock, a moment after their opponents moved.

All state is the match's row. Several clocks may do this at once: they come to the same move, and the unique pair of
match and ply lets one of them make it. What dies while it thinks is thought once more, by whichever clock looks next.

The clock gives this a thread of its own, beside the one whose tick ends matches on time. A thread is enough as long
as the computers take milliseconds for a move (measured over whole matches on a slow core: 1 in the median in most
games, 25 in the largest, and in its fullest positions half a second); one that thinks for long belongs in a process
of its own, behind `thinking.answer`.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from games.catalogue import games
from games.computers.models import Computer
from games.computers.thinking import answer
from games.matches.models import Match
from games.matches.refusals import Refused
from games.matches.services import play_move
from games.rules import Seat

log = logging.getLogger(__name__)

PAUSE = timedelta(seconds=1)  # after the opponent's move, so that it can be seen
SITTING = 2.0  # seconds of playing before the clock is asked whether to go on
BATCH = 50


def play_due() -> int:
    """Makes the moves that computers owe, the oldest first, and gives how many it tried.

    One that fails keeps no other waiting; what is left after a while waits for the next call.
    """
    levels = dict(Computer.objects.values_list("user", "level"))
    until = time.monotonic() + SITTING
    tried = 0
    for match in due(levels, timezone.now()) if levels else ():
        if time.monotonic() > until:
            break
        tried += 1
        try:
            play_turn(match, levels)
        except Exception:
            log.exception("A computer could not move in match %s", match.pk)
    return tried


def due(levels: dict[int, int], now: datetime) -> list[Match]:
    """The running matches in which one of these computers, by their accounts' keys, is to move; not at once."""
    theirs = Q(to_move=Seat.FIRST, first__in=levels) | Q(to_move=Seat.SECOND, second__in=levels)
    waiting = Match.objects.filter(theirs, finished_at=None, moved_at__lte=now - PAUSE, game_slug__in=games())
    return list(waiting.select_related("first", "second").order_by("moved_at")[:BATCH])


def play_turn(match: Match, levels: dict[int, int]) -> None:
    """Makes the move of the computer that is to move, by the same service as everybody's."""
    computer = match.player(Seat(match.to_move))
    with suppress(Refused):  # the match ended, or another clock was quicker
        play_move(match.pk, computer, match.ply + 1, answer(match, levels[computer.pk]))
