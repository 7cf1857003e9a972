"""Cost of notifications: milliseconds of this process's CPU, and queries, a notification of a turn and a reminder.

Then the sweeps that find nothing to tell, among very many running matches.
"""

from __future__ import annotations

import argparse
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
RUNNING = 100_000  # matches among which nothing is due


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="script/bench notifications", description=__doc__)
    parser.add_argument("--running", type=int, default=RUNNING, help="running matches among which nothing is due")
    running = parser.parse_args().running
    with prepared():
        from games.notifications import detection

        for title, reachable in (("on the page only", False), ("by push and mail as well", True)):
            now = add_matches(COUNT, reachable=reachable)
            soon = now + timedelta(minutes=1)
            report(f"a notification of a turn, {title}", partial(detection.notify_turns, soon))
            report(f"a reminder, {title}", partial(detection.notify_reminders, now + timedelta(hours=37)))
        settle(running)
        print(f"Sweeps with {running} running matches and nothing due, CPU of each of ten:")
        calls: dict[str, Callable[[], int]] = {
            "turns, recent": partial(detection.notify_turns, soon, recent=True),
            "turns, all": partial(detection.notify_turns, soon),
            "reminders": partial(detection.notify_reminders, now),
        }
        for name, call in calls.items():
            spent = sorted(cpu(call)[0] for _time in range(10))
            print(f"  {name}: median {spent[5] * 1000:.1f} ms, most {spent[-1] * 1000:.1f} ms")


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


def settle(running: int) -> None:
    """Have this many running matches, begun over three days, all of whose players have been told."""
    from accounts.models import User
    from games.matches.models import Match
    from games.notifications.models import Event, Notification

    undo()
    Match.objects.all().delete()
    add_running(running, list(User.objects.order_by("pk")), timedelta(hours=71))
    told: list[Notification] = []
    for match in Match.objects.only("pk", "first_id", "second_id", "moved_at").iterator():
        common = {"user_id": match.first_id, "match": match, "other_id": match.second_id, "made_at": match.moved_at}
        notifications = [Notification(event=Event.TURN, key=f"{match.pk}.0", ply=0, **common)]
        notifications += [
            Notification(event=Event.REMINDER, key=f"{match.pk}.0.{mark}", ply=0, mark=mark, **common)
            for mark in ("half", "fifth", "two_hours")
        ]
        told += notifications
        if len(told) >= 4000:
            Notification.objects.bulk_create(told)
            told.clear()
    Notification.objects.bulk_create(told)


def report(name: str, work: Callable[[], int]) -> None:
    """Print the queries and the CPU of work that is done for many, for each of them."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        count = work()
    undo()
    spent, count = cpu(work)
    undo()
    print(f"CPU {name}: {spent / count * 1000:.2f} ms over {count}; {len(queries) / count:.2f} queries each")


def undo() -> None:
    """Delete all notifications, so that they are due again."""
    from games.jobs.models import Job
    from games.notifications.models import Notification

    Job.objects.all().delete()
    Notification.objects.all().delete()


def cpu(work: Callable[[], int]) -> tuple[float, int]:
    """Return the seconds of CPU that this process spends in the work, and the work's result."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


if __name__ == "__main__":
    main()
