"""Jobs of the notifications: the turns of running matches with their reminders, and deliveries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from core import clock
from games.catalogue import games
from games.jobs.hooks import Handler
from games.jobs.models import Job
from games.matches.hooks import TURNS, matches_of
from games.matches.models import Match
from games.matches.play.heartbeat import heart
from games.notifications.channels import channels
from games.notifications.delivery import deliver
from games.notifications.kinds import Reminder, Turn
from games.notifications.models import Notification
from games.notifications.services import notify_all, viewed_at
from games.rules import Seat

FIRST_PAUSE = timedelta(minutes=1)
TURN = "notifications.turn"  # the key is that of the match: one that waits serves the next turn too
ANSWERED = timedelta(seconds=30)  # many turns are answered within this time and need no notification
SILENT = timedelta(seconds=10)  # until the next look while the site is down
OVERDUE = timedelta(hours=1)  # until the next look at a turn whose time is up: vacation may extend it, else it ends

# The share of a turn's time that is left when a reminder is due.
MARKS: Mapping[str, Callable[[timedelta], timedelta]] = {
    "two_hours": lambda base: timedelta(hours=2),
    "fifth": lambda base: base / 5,
    "half": lambda base: base / 2,
}


def handlers() -> Iterator[Handler]:
    """Yield a handler for the turns, and one for the deliveries of each channel that has a queue."""
    yield Handler(TURN, lambda job: follow_turns([job]), TURNS, together=follow_turns)
    for channel in channels().values():
        if channel.queue:
            yield Handler(channel.job, deliver, channel.queue, channel.most_tries, FIRST_PAUSE)


def jobs_of_turns(matches: Sequence[Match]) -> Mapping[tuple[str, str], datetime]:
    """Return the jobs of the turns that these matches begin; in a live match only of the first: both are present."""
    return {(TURN, match.pk): match.moved_at + ANSWERED for match in matches if _is_followed(match)}


def follow_turns(jobs: Sequence[Job]) -> None:
    """Notify the players to move in the matches of these jobs of what is due, and set when each job is due again.

    While the site is down no player is notified: the deadlines will be moved.
    """
    now = clock.now()
    if heart.is_silent():
        for job in jobs:
            job.again_at = now + SILENT
        return
    turns = _turns_of([match for match in matches_of(jobs) if _is_followed(match)])
    events = {key: events for key, turn in turns.items() if (events := turn.events_due(now))}
    _notify([(turns[key].match, event, mark) for key, marks in events.items() for event, mark in marks.items()], now)
    for job in jobs:
        if turn := turns.get(job.key):
            job.again_at = turn.after(events.get(job.key, {})).next_due(now)


@dataclass(frozen=True)
class _Turn:
    """A turn of a running match, and what its player has been notified of: whether of the turn, and at which marks."""

    match: Match
    is_notified: bool
    marks: frozenset[str]

    def events_due(self, now: datetime) -> dict[str, str]:
        """Return the kinds of notification that are due, each with its mark.

        A reminder comes once a turn for each mark; of several that are due, as after a night without a scheduler, only
        the most urgent one comes, and one that came makes all less urgent ones superfluous.
        """
        events: dict[str, str] = {}
        if not self.is_notified and self.match.moved_at + ANSWERED <= now:
            events[Turn.key] = ""
        marks = [mark for moment, mark in self._reminders() if moment <= now]
        if marks and (self.match.deadline_at or now) > now:
            events[Reminder.key] = marks[-1]
        return events

    def after(self, events: Mapping[str, str]) -> _Turn:
        """Return the turn after these notifications."""
        marks = {mark for mark in events.values() if mark}
        return replace(self, is_notified=self.is_notified or Turn.key in events, marks=self.marks | marks)

    def next_due(self, now: datetime) -> datetime | None:
        """Return when the next notification is due; None if there will be none in this turn."""
        moments = [moment for moment, _mark in self._reminders()]
        if not self.is_notified:
            moments.append(self.match.moved_at + ANSWERED)
        if not moments:
            return None
        return min((moment for moment in moments if moment > now), default=now + OVERDUE)

    def _reminders(self) -> list[tuple[datetime, str]]:
        """Return when the reminders are due that are still to come, the most urgent last."""
        end = self.match.deadline_at
        if end is None or self.match.is_live:
            return []
        thresholds = _thresholds(self.match.base)
        past = [number for number, (_remainder, mark) in enumerate(thresholds) if mark in self.marks]
        return [(end - remainder, mark) for remainder, mark in thresholds[max(past, default=-1) + 1 :]]


@lru_cache(maxsize=100)
def _thresholds(base: timedelta) -> list[tuple[timedelta, str]]:
    """Return how much of a turn of that time is left at each mark, the most urgent last."""
    return sorted(((share_of(base), mark) for mark, share_of in MARKS.items()), reverse=True)


def _is_followed(match: Match) -> bool:
    """Return whether the player to move is to be notified of this turn at all."""
    player = match.player(Seat(match.to_move))
    is_running = match.finished_at is None and not match.sealed_move and match.game_slug in games()
    return is_running and not player.is_computer and player.is_active and (match.ply == 0 or not match.is_live)


def _turns_of(matches: Sequence[Match]) -> dict[str, _Turn]:
    """Return the turns of these matches by the key of the match, with one query."""
    rows = Notification.objects.filter(match__in=[match.pk for match in matches], event__in=[Turn.key, Reminder.key])
    by_turn: dict[tuple[str | None, int | None], list[tuple[str, str]]] = {}
    for match, ply, event, mark in rows.values_list("match", "ply", "event", "mark") if matches else []:
        by_turn.setdefault((match, ply), []).append((event, mark))
    return {
        match.pk: _Turn(
            match,
            is_notified=any(event == Turn.key for event, _mark in by_turn.get((match.pk, match.ply), [])),
            marks=frozenset(mark for _event, mark in by_turn.get((match.pk, match.ply), []) if mark),
        )
        for match in matches
    }


def _notify(events: Sequence[tuple[Match, str, str]], now: datetime) -> None:
    """Notify the players to move; turns that they have viewed since the move are seen already."""
    viewed = viewed_at((match.player_id(Seat(match.to_move)), match.pk) for match, _event, _mark in events)
    notifications = []
    for match, event, mark in events:
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
                seen_at=seen_at if event == Turn.key and seen_at and seen_at >= match.moved_at else None,
            )
        )
    if notifications:
        notify_all(notifications)
