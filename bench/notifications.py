"""Cost of notifications: milliseconds of this process's CPU, and queries, a notification of a turn and a reminder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import django

from bench.stage import FOLDER
from tests.serving import environment, fresh_database

if TYPE_CHECKING:
    from accounts.models import User

COUNT = 500  # notifications and reminders


def main() -> None:
    """Print the figures."""
    with prepared():
        for title, reachable in (("on the page only", False), ("by push and mail as well", True)):
            now = add_matches(COUNT, reachable=reachable)
            report(f"a notification of a turn, {title}", partial(follow, now + timedelta(minutes=1)))
            report(f"a reminder, {title}", partial(follow, now + timedelta(hours=37)), first=partial(follow, now))


def follow(moment: datetime) -> int:
    """Run the jobs of all turns at that moment; return how many there are."""
    import time_machine

    from games.jobs.models import Job
    from games.jobs.runner import run_due
    from games.matches.hooks import TURNS
    from games.notifications.jobs import TURN

    Job.objects.filter(kind=TURN).update(due_at=moment)
    with time_machine.travel(moment, tick=False):
        return run_due(TURNS)


@contextmanager
def prepared() -> Iterator[None]:
    """Prepare an empty database, and Django for this process."""
    with fresh_database() as database:
        os.environ.update({**environment(FOLDER), **database})
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield


def add_matches(count: int, *, reachable: bool) -> datetime:
    """Replace all matches by this many between new players, with or without address and browser; return the time."""
    from allauth.account.models import EmailAddress

    from accounts.models import User
    from games.matches.models import Match
    from games.notifications.models import Device

    Match.objects.all().delete()
    names = [f"player{number}{reachable}" for number in range(2 * count)]
    players = User.objects.bulk_create([User(username=name, name_key=name.lower()) for name in names])
    if reachable:
        EmailAddress.objects.bulk_create(
            EmailAddress(user=player, email=f"{player.username}@example.org", verified=True, primary=True)
            for player in players
        )
        Device.objects.bulk_create(
            Device(user=player, endpoint=f"https://push.example.org/{player.pk}", name="Firefox") for player in players
        )
    return add_running(count, players)


def add_running(count: int, players: list[User], spread: timedelta = timedelta(seconds=1)) -> datetime:
    """Add this many running matches of three days a move, begun over that time until now; return the time now."""
    from django.utils import timezone

    from games.catalogue import games
    from games.matches.models import Match

    now = timezone.now()
    options = games()["digifeud"].options_type().data()
    matches = []
    for number in range(count):
        began = now - spread * number / count
        matches.append(
            Match(
                game_slug="digifeud",
                option_data=options,
                pace=timedelta(days=3),
                first=players[2 * number % len(players)],
                second=players[(2 * number + 1) % len(players)],
                started_at=began,
                moved_at=began,
                deadline_at=began + timedelta(days=3),
            )
        )
    Match.objects.bulk_create(matches, batch_size=500)
    return now


def report(name: str, work: Callable[[], int], first: Callable[[], int] = int) -> None:
    """Print the queries and the CPU of work that is done for many, for each of them; `first` is done before."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    undo()
    first()
    with CaptureQueriesContext(connection) as queries:
        count = work()
    undo()
    first()
    spent, count = cpu(work)
    print(f"CPU {name}: {spent / count * 1000:.2f} ms over {count}; {len(queries) / count:.2f} queries each")


def undo() -> None:
    """Delete all notifications, and write the jobs of all turns again."""
    from games.jobs.models import Job
    from games.matches.hooks import begin_turns
    from games.matches.models import Match
    from games.notifications.models import Notification

    Job.objects.all().delete()
    Notification.objects.all().delete()
    begin_turns(*Match.objects.select_related("first", "second"))


def cpu(work: Callable[[], int]) -> tuple[float, int]:
    """Return the seconds of CPU that this process spends in the work, and the work's result."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


if __name__ == "__main__":
    main()
