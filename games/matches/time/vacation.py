"""Days off over days: planned ahead, taken back, or taken by the hour when a time would run out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.matches.errors import AlreadyOff, NotEnoughDaysOff
from games.matches.models import Match, Vacation
from games.matches.time.clocks import column, rest_of
from games.matches.time.timing import DAYS_OFF, HOUR, MOST_EXCUSED, Span, brought_forward, hours_in_year, postponed
from games.matches.updates import update_if
from games.rules import Seat

HOURS_OFF = DAYS_OFF * 24


def hours_left(player: User, year: int) -> int:
    """How many hours off the player still has in this calendar year (UTC), those that are planned taken off."""
    return HOURS_OFF - sum(hours_in_year((leave.begins_at, leave.ends_at), year) for leave in player.vacations.all())


def set_night(player: User, *, time_zone: str, night_begins: int | None, night_ends: int | None) -> None:
    """Keeps when and where the player sleeps. It counts from the next turn on: what runs already runs as agreed."""
    player.time_zone, player.night_begins, player.night_ends = time_zone, night_begins, night_ends
    player.save(update_fields=["time_zone", "night_begins", "night_ends"])


def plan(player: User, begin: datetime, end: datetime) -> Vacation:
    """Plans days off, and puts off what would run out meanwhile. Raises AlreadyOff and NotEnoughDaysOff."""
    with transaction.atomic():
        _alone(player)
        if Vacation.objects.filter(player=player, begins_at__lt=end, ends_at__gt=begin).exists():
            raise AlreadyOff
        rest = rest_of(player, begin)
        _check(player, (begin, end))
        leave = Vacation.objects.create(player=player, begins_at=begin, ends_at=end)
        _move_deadlines(player, lambda deadline: postponed(deadline, (begin, end), rest))
    return leave


def take_back(player: User, leave_id: int, now: datetime) -> None:
    """Takes planned days off back, or ends with this hour those that have begun; nothing where there are none."""
    with transaction.atomic():
        _alone(player)
        leave = Vacation.objects.filter(pk=leave_id, player=player, planned=True, ends_at__gt=now).first()
        if leave is None:
            return
        off = (max(leave.begins_at, _next_hour(now)), leave.ends_at)
        if off[0] >= off[1]:
            return
        _shorten(leave, off[0])
        rest = rest_of(player, off[0])
        _move_deadlines(player, lambda deadline: brought_forward(deadline, off, rest))


def spend_vacation(match: Match, now: datetime) -> bool:
    """Whether the player to move, whose time over days has run out, gets more: the rest of days off, or an hour off.

    An hour off saves every match that would be lost in it. It is taken once, however many clocks run (compare-and-set).
    What it gives to a match counts there for this player, up to `MOST_EXCUSED`; then only nights and planned days off
    are left, and the match is lost.
    """
    if match.is_live or not match.rests or match.deadline_at is None or match.deadline_at > now:
        return False
    seat = Seat(match.to_move)
    count = column(seat, "vacation_spent")
    with transaction.atomic():
        player = _alone(match.player(seat))
        deadline, used = match.deadline_at, match.vacation_spent(seat)
        rest = rest_of(player, deadline)
        until = deadline
        if rest.wakes_at(deadline) == deadline:
            if used >= MOST_EXCUSED:
                return False
            until = min(_off_until(player, deadline), deadline + MOST_EXCUSED - used)
            if until == deadline:
                return False
        still = {"ply": match.ply, "finished_at": None, "deadline_at": deadline, count: used}
        changes: dict[str, object] = {"deadline_at": rest.wakes_at(until), count: used + (until - deadline)}
        if update_if(match, changes=changes, **still):
            return True
        transaction.set_rollback(True)
    return False


def delete_vacations(player: User) -> None:
    """Nothing is kept of the days off of a player who leaves the site."""
    Vacation.objects.filter(player=player).delete()


def vacations_of(player: User) -> list[dict[str, object]]:
    """All days and hours off of a player, for the export of their data."""
    return [{**leave} for leave in player.vacations.values("begins_at", "ends_at", "planned")]


def _alone(player: User) -> User:
    """The player's row, locked: who spends days off does so one at a time."""
    return User.objects.select_for_update(no_key=True).get(pk=player.pk)


def _check(player: User, off: Span) -> None:
    for year in range(off[0].year, off[1].year + 1):
        if hours_in_year(off, year) > hours_left(player, year):
            raise NotEnoughDaysOff


def _off_until(player: User, begin: datetime) -> datetime:
    """Return the end of the automatic vacation at this moment, an hour taken if there is none; `begin` without any."""
    automatic = Vacation.objects.filter(player=player, planned=False)
    if taken := automatic.filter(begins_at__lte=begin, ends_at__gt=begin).first():
        return taken.ends_at
    if hours_left(player, begin.astimezone(UTC).year) < 1:
        return begin
    if not automatic.filter(ends_at=begin).update(ends_at=begin + HOUR):
        Vacation.objects.create(player=player, begins_at=begin, ends_at=begin + HOUR, planned=False)
    return begin + HOUR


def _shorten(leave: Vacation, end: datetime) -> None:
    if end <= leave.begins_at:
        leave.delete()
    else:
        Vacation.objects.filter(pk=leave.pk).update(ends_at=end)


def _next_hour(now: datetime) -> datetime:
    begun = now.replace(minute=0, second=0, microsecond=0)
    return now if begun == now else begun + HOUR


def _move_deadlines(player: User, moved: Callable[[datetime], datetime]) -> None:
    """Sets the deadlines of all the player's running clocks over days that may rest."""
    to_move = Q(first=player, to_move=Seat.FIRST) | Q(second=player, to_move=Seat.SECOND)
    running = Match.objects.filter(to_move, finished_at=None, increment=None, rests=True)
    for match in running.order_by("pk"):
        deadline = match.deadline_at
        if deadline and (later := moved(deadline)) != deadline:
            update_if(match, ply=match.ply, finished_at=None, deadline_at=deadline, changes={"deadline_at": later})
