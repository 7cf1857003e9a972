"""Find turns to notify of in the matches themselves, so that no committed move is missed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.sweeps import Sweep
from games.catalogue import games
from games.matches.models import Match
from games.matches.terms import played_correspondence
from games.notifications.models import Event, Notification
from games.notifications.services import notify
from games.rules import Seat

BATCH = 500
_turns = Sweep("turn notices")
_reminders = Sweep("reminders")
LATELY = timedelta(minutes=2)  # a transaction may take that long to commit what it has dated

# From the most urgent on: the share of a turn's time that is left when a reminder is due.
MARKS: dict[str, Callable[[timedelta], timedelta]] = {
    "two_hours": lambda pace: timedelta(hours=2),
    "fifth": lambda pace: pace / 5,
    "half": lambda pace: pace / 2,
}


def notify_turns(now: datetime | None = None, *, lately: bool = False) -> int:
    """Create missing notifications of turns, after recent moves or after all; return their number.

    In a live match only the first turn gets one: later both players are present.
    """
    now = now or timezone.now()
    told = Notification.objects.filter(event=Event.TURN, match=OuterRef("pk"), ply=OuterRef("ply"))
    fresh = _running().filter(played_correspondence() | Q(ply=0)).exclude(Exists(told))
    if lately:
        fresh = fresh.filter(moved_at__gte=now - LATELY)
    return sum(_turns.run(fresh, lambda match: _tell(match, Event.TURN, f"{match.pk}.{match.ply}", now), BATCH))


def notify_reminders(now: datetime | None = None) -> int:
    """Create reminders for turns with half or a fifth of the time, or two hours, left; return their number.

    Each comes once a turn; if several are due because no scheduler ran, only the most urgent is created.
    """
    now = now or timezone.now()
    over_days = _running().filter(played_correspondence(), deadline_at__gt=now)
    paces = over_days.order_by().values_list("pace", flat=True).distinct()
    return sum(_remind(over_days.filter(pace=pace), pace, now) for pace in list(paces))


def _remind(matches: QuerySet[Match], pace: timedelta, now: datetime) -> int:
    made = 0
    marks = sorted(MARKS, key=lambda mark: MARKS[mark](pace))
    for number, mark in enumerate(marks):
        told = Notification.objects.filter(
            event=Event.REMINDER, match=OuterRef("pk"), ply=OuterRef("ply"), mark__in=marks[: number + 1]
        )
        due = matches.filter(deadline_at__lte=now + MARKS[mark](pace)).exclude(Exists(told))
        made += sum(_reminders.run(due, partial(_remind_of, now=now, mark=mark), BATCH))
    return made


def _remind_of(match: Match, *, now: datetime, mark: str) -> bool:
    return _tell(match, Event.REMINDER, f"{match.pk}.{match.ply}.{mark}", now, mark=mark)


def _running() -> QuerySet[Match]:
    """Return running matches whose player to move can be notified."""
    computers = Q(to_move=Seat.FIRST, first__is_computer=True) | Q(to_move=Seat.SECOND, second__is_computer=True)
    inactive = Q(to_move=Seat.FIRST, first__is_active=False) | Q(to_move=Seat.SECOND, second__is_active=False)
    running = Match.objects.filter(finished_at=None, game_slug__in=games()).exclude(computers | inactive)
    return running.select_related("first", "second").defer("seed").order_by("-moved_at")


def _tell(match: Match, event: Event, key: str, now: datetime, **more: object) -> bool:
    seat = Seat(match.to_move)
    facts = {"match": match, "ply": match.ply, "game_slug": match.game_slug, "other": match.player(seat.other)}
    return notify(match.player(seat), event, key, now=now, **facts, **more) is not None
