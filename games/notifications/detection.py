"""Find turns to notify of in the matches themselves, so that no committed move is missed.

Each call examines a bounded number of matches and writes in short transactions, between which others can write.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from django.db.models import Exists, OuterRef, Q, QuerySet

from core import clock
from core.sweeps import Rounds, Sweep
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.heartbeat import heart
from games.matches.time.terms import played_correspondence
from games.notifications.models import Event, Notification
from games.notifications.services import notify_all, viewed_at
from games.rules import Seat

MOST = 1000  # notifications a call
BATCH = 100  # notifications a transaction
ANSWERED = timedelta(seconds=30)  # many turns are answered within this time and need no notification
RECENT = ANSWERED + timedelta(minutes=2)  # a transaction may take that long to commit what it has dated
COLUMNS = ("pk", "ply", "to_move", "game_slug", "time_kind", "first_id", "second_id", "moved_at", "pace", "deadline_at")
_turns = Sweep("turn notifications")
_reminders = Sweep("reminders")
_turn_rounds = Rounds("-moved_at", 400)  # under 10 ms of CPU a call, as for reminders
_reminder_rounds = Rounds("deadline_at", 120)  # of 100,000 matches each is visited every 28 minutes

# From the most urgent on: the share of a turn's time that is left when a reminder is due.
MARKS: dict[str, Callable[[timedelta], timedelta]] = {
    "two_hours": lambda pace: timedelta(hours=2),
    "fifth": lambda pace: pace / 5,
    "half": lambda pace: pace / 2,
}


def notify_turns(now: datetime | None = None, *, recent: bool = False) -> int:
    """Create missing notifications of turns that were not answered at once; return their number.

    With `recent` only of moves made just now; else each call examines the next part of all running matches, latest
    moves first. In a live match only the first turn gets one: later both players are present.
    """
    now = now or clock.now()
    running = Match.objects.filter(finished_at=None, moved_at__lte=now - ANSWERED)
    running = running.filter(moved_at__gte=now - RECENT) if recent else _turn_rounds.next(running)
    told = Notification.objects.filter(event=Event.TURN, match=OuterRef("pk"), ply=OuterRef("ply"))
    fresh = running.filter(played_correspondence() | Q(ply=0)).exclude(Exists(told))
    return _run(_turns, fresh, lambda matches: _notify(matches, Event.TURN, "", now))


def notify_reminders(now: datetime | None = None) -> int:
    """Create reminders for turns with half or a fifth of the time, or two hours, left; return their number.

    Each call examines the next part of the running matches, earliest deadlines first. A reminder comes once a turn; if
    several are due because no scheduler ran, only the most urgent is created. While the site is down none is: the
    deadlines will be moved.
    """
    if heart.is_silent():
        return 0
    now = now or clock.now()
    running = _reminder_rounds.next(Match.objects.filter(finished_at=None, deadline_at__gt=now))
    turns = running.filter(played_correspondence()).order_by().values_list("pk", "ply", "pace", "deadline_at")
    due = {key: (ply, marks) for key, ply, pace, end in turns if end and (marks := _marks(pace, end - now))}
    known = Notification.objects.filter(event=Event.REMINDER, match__in=running.values("pk"))  # cheaper than `due`
    told = set(known.values_list("match", "ply", "mark")) if due else set()
    missing: dict[str, list[str]] = defaultdict(list)
    for key, (ply, marks) in due.items():
        if not told.intersection((key, ply, mark) for mark in marks):
            missing[marks[-1]].append(key)
    return sum(
        _run(_reminders, Match.objects.filter(pk__in=keys), _reminding(mark, now)) for mark, keys in missing.items()
    )


@lru_cache(maxsize=100)
def _limits(pace: timedelta) -> list[tuple[timedelta, str]]:
    """Return how much of a turn of that time is left at each mark, the most urgent first."""
    return sorted((left(pace), mark) for mark, left in MARKS.items())


def _marks(pace: timedelta, left: timedelta) -> list[str]:
    """Return the marks from the most urgent one to the one that is due with so much time left; empty if none is due.

    A reminder that was sent at any of them makes one at the last superfluous.
    """
    marks: list[str] = []
    for limit, mark in _limits(pace):
        marks.append(mark)
        if left <= limit:
            return marks
    return []


def _reminding(mark: str, now: datetime) -> Callable[[Sequence[Match]], int]:
    def remind(matches: Sequence[Match]) -> int:
        still = [one for one in matches if one.deadline_at and _marks(one.pace, one.deadline_at - now)[-1:] == [mark]]
        return _notify(still, Event.REMINDER, mark, now)

    return remind


def _run(sweep: Sweep, found: QuerySet[Match], work: Callable[[Sequence[Match]], int]) -> int:
    """Do the work for those of the matches whose player to move can be notified; usually there are none."""
    keys = list(found.values_list("pk", flat=True)[:MOST])
    if not keys:
        return 0
    computers = Q(to_move=Seat.FIRST, first__is_computer=True) | Q(to_move=Seat.SECOND, second__is_computer=True)
    inactive = Q(to_move=Seat.FIRST, first__is_active=False) | Q(to_move=Seat.SECOND, second__is_active=False)
    known = Match.objects.filter(pk__in=keys, game_slug__in=games()).exclude(computers | inactive)
    return sum(sweep.run_batches(known.only(*COLUMNS).order_by("-moved_at"), work, MOST, BATCH))


def _notify(matches: Sequence[Match], event: Event, mark: str, now: datetime) -> int:
    """Notify the players to move; turns that they have viewed since the move are seen already."""
    viewed = viewed_at((match.player_id(Seat(match.to_move)), match.pk) for match in matches)
    notifications = []
    for match in matches:
        seat = Seat(match.to_move)
        seen_at = viewed.get((match.player_id(seat), match.pk))
        notifications.append(
            Notification(
                user_id=match.player_id(seat),
                event=event,
                key=".".join(filter(None, [match.pk, str(match.ply), mark])),
                match=match,
                ply=match.ply,
                mark=mark,
                game_slug=match.game_slug,
                other_id=match.player_id(seat.other),
                made_at=now,
                seen_at=seen_at if event == Event.TURN and seen_at and seen_at >= match.moved_at else None,
            )
        )
    return notify_all(notifications)
