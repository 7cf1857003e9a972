"""CPU of each pass of the scheduler while very many matches run, with nearly all notifications made long ago."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from bench.stage import make_pairs, stage

if TYPE_CHECKING:
    from games.matches.models import Match
    from games.notifications.models import Notification

MATCHES = int(os.environ.get("BENCH_MATCHES", "100000"))
PLAYERS = MATCHES // 5
TIME = timedelta(days=3)  # of a turn; the deadlines lie evenly within it
BATCH = 5_000  # rows a statement
DUE = 0.01  # of the reminders, which have not been made
PASSES = 20


def main() -> None:
    """Print the milliseconds of CPU of each pass: of the first one, which does what is due, and of the others."""
    with stage() as site:
        site.stop()
        fill()
        gc.collect()
        gc.freeze()  # as the server does: what was filled in is none of a pass's garbage
        print(f"{MATCHES:,} running matches, milliseconds of CPU a pass: first, mean and most of {PASSES} more")
        for name, function in passes():
            first = cpu_of(function)
            others = [cpu_of(function) for _pass in range(PASSES)]
            print(f"{first:9.1f} {sum(others) / PASSES:7.1f} {max(others):7.1f}  {name}", flush=True)


def fill() -> None:
    """Write the players, their matches, and the notifications of their turns."""
    from django.db import connection

    from accounts.models import User
    from games.matches.models import Match
    from games.notifications.models import Event, Notification

    (pair,) = make_pairs(1, "sweep")
    for start in range(0, PLAYERS, BATCH):
        names = [f"many{number}" for number in range(start, min(start + BATCH, PLAYERS))]
        User.objects.bulk_create([User(username=name, name_key=name) for name in names])
    keys = list(User.objects.filter(username__startswith="many").values_list("pk", flat=True))
    rng = Random(1)
    for _start in range(0, MATCHES, BATCH):
        matches = [running(pair.match, rng.sample(keys, 2), TIME * rng.random(), rng) for _match in range(BATCH)]
        Match.objects.bulk_create(matches)
        told = [notification(match, Event.TURN, "") for match in matches]
        late = [match for match in matches if rng.random() > DUE]
        told += [notification(match, Event.REMINDER, mark) for match in late if (mark := mark_of(match))]
        Notification.objects.bulk_create(told)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def running(usual: Match, players: list[int], left: timedelta, rng: Random) -> Match:
    """Return a match like another one, between these players, with so much of the turn's time left; not stored."""
    from django.utils import timezone

    from games.matches.models import Match, new_id

    now = timezone.now()
    values: dict[str, Any] = {  # of columns of all types
        field.attname: getattr(usual, field.attname) for field in Match._meta.concrete_fields
    }
    moved_at = now - (TIME - left)
    values |= {"id": new_id(), "seed": rng.randbytes(32), "first_id": players[0], "second_id": players[1]}
    values |= {"ply": rng.randrange(20), "to_move": rng.choice([1, 2])}
    return Match(**{**values, "started_at": moved_at, "moved_at": moved_at, "deadline_at": now + left})


def mark_of(match: Match) -> str:
    """Return the mark of the most urgent reminder that is due; empty for none."""
    from django.utils import timezone

    from games.notifications.detection import MARKS

    assert match.deadline_at
    left = match.deadline_at - timezone.now()
    return next((name for name, mark in MARKS.items() if left <= mark(TIME)), "")


def notification(match: Match, event: str, mark: str) -> Notification:
    """Return the notification of the player to move, seen; not stored."""
    from games.notifications.models import Notification
    from games.rules import Seat

    seat = Seat(match.to_move)
    return Notification(
        user_id=match.player_id(seat),
        event=event,
        key=".".join(filter(None, [match.pk, str(match.ply), mark])),
        match=match,
        ply=match.ply,
        mark=mark,
        game_slug=match.game_slug,
        other_id=match.player_id(seat.other),
        made_at=match.moved_at,
        seen_at=match.moved_at,
    )


def passes() -> list[tuple[str, Callable[[], object]]]:
    """Return all passes of the scheduler by name: the deadlines, periodic work, and work in the background."""
    from games.matches.hooks import background_work, periodic_work
    from games.matches.play.services import end_overdue

    found = [end_overdue, *(one.function for work in (periodic_work, background_work) for one in work)]
    return [(name_of(function), function) for function in found]


def name_of(function: Callable[[], object]) -> str:
    """Return the module and the name of a function; of a lambda, the names that it uses."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__qualname__", repr(function))
    return f"{function.__module__} {' '.join(code.co_names) if code and name == '<lambda>' else name}"


def cpu_of(function: Callable[[], object]) -> float:
    """Return the milliseconds of CPU of a call, of this process."""
    before = time.process_time()
    function()
    return (time.process_time() - before) * 1000


if __name__ == "__main__":
    main()
