"""Nights and vacation in correspondence: planned ahead, cancelled, or taken automatically when a deadline passes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.models import User
from core.prepared import PreparedKeys
from games.matches.errors import NotEnoughVacation, VacationsOverlap
from games.matches.hooks import begin_turns
from games.matches.models import Match, Vacation
from games.matches.play.updates import clock_changes, update_if
from games.matches.time.clock import (
    VACATION_DAYS,
    NightHours,
    RestSchedule,
    Span,
    brought_forward,
    hours_in_year,
    postponed,
)
from games.matches.time.control import HOUR, MOST_AUTOMATIC_VACATION, NOTHING, SECOND
from games.matches.time.terms import played_correspondence
from games.rules import Seat

VACATION_HOURS = VACATION_DAYS * 24


def night_of(player: User) -> NightHours | None:
    """Return when the player sleeps; None where that is not set."""
    if player.night_begins is None or player.night_ends is None:
        return None
    return NightHours(player.night_begins, player.night_ends, player.zone)


def rest_schedule(player: User, now: datetime) -> RestSchedule:
    """Return when the player's correspondence clocks rest from now on: at night, and on planned vacation.

    Automatic vacation is not part of it: it moves the deadline of a match only where that would be missed
    (`spend_vacation`).
    """
    planned = tuple((begins_at, ends_at) for _player, begins_at, ends_at in _planned([player.pk], now))
    return RestSchedule(night_of(player), planned)


def rest_schedules(players: Collection[int], now: datetime) -> dict[int, RestSchedule]:
    """Return `rest_schedule` of several players by primary key, read in two queries for all."""
    if not players:
        return {}
    vacations: dict[int, list[Span]] = defaultdict(list)
    keys = list(players)
    for player, begins_at, ends_at in _planned(keys, now):
        vacations[player].append((begins_at, ends_at))
    return {player.pk: RestSchedule(night_of(player), tuple(vacations[player.pk])) for player in _sleepers(keys)}


def _planned_of(players: Collection[int], now: datetime) -> QuerySet[Vacation, tuple[int, datetime, datetime]]:
    planned = Vacation.objects.filter(player__in=players, ends_at__gt=now, planned=True)
    return planned.values_list("player", "begins_at", "ends_at")


_planned = PreparedKeys(_planned_of, int, datetime)
_sleepers = PreparedKeys(
    lambda players: User.objects.filter(pk__in=players).only("night_begins", "night_ends", "time_zone", "last_zone"),
    int,
)


def hours_left(player: User, year: int) -> int:
    """Return how many hours of vacation the player still has in this calendar year (UTC), planned ones deducted."""
    return hours_besides(player.vacations.all(), year)


def hours_besides(vacations: Iterable[Vacation], year: int) -> int:
    """Return how many hours these vacations, all of a player, leave in the calendar year (UTC)."""
    spans = ((vacation.begins_at, vacation.ends_at) for vacation in vacations)
    return VACATION_HOURS - sum(hours_in_year(span, year) for span in spans)


def rest_words(player: User, now: datetime) -> list[str]:
    """Return sentences about when the player's clocks rest, and how much vacation is left; reads `player.vacations`."""
    words = []
    if night := night_of(player):
        hours = {"name": player, "begins": night.begins, "ends": night.ends, "zone": night.zone}
        words.append(gettext("%(name)s sleeps from %(begins)d:00 to %(ends)d:00 (%(zone)s)") % hours)
    for vacation in player.vacations.all():
        if vacation.planned and vacation.ends_at > now:
            first, last = _day(player, vacation.begins_at), _day(player, vacation.ends_at - SECOND)
            off = {"name": player, "first": first, "last": last}
            words.append(gettext("%(name)s is on vacation from %(first)s to %(last)s") % off)
    days = hours_left(player, now.year) // 24
    sentence = ngettext(
        "%(name)s has %(days)d vacation day left this year", "%(name)s has %(days)d vacation days left this year", days
    )
    return [*words, sentence % {"name": player, "days": days}]


def set_night(player: User, *, time_zone: str, night_begins: int | None, night_ends: int | None) -> None:
    """Save the player's time zone and night. They apply from the next turn on: running deadlines stay unchanged."""
    player.time_zone, player.night_begins, player.night_ends = time_zone, night_begins, night_ends
    player.save(update_fields=["time_zone", "night_begins", "night_ends"])


def plan_vacation(player: User, begin: datetime, end: datetime) -> Vacation:
    """Plan a vacation and postpone the player's deadlines after its beginning.

    It begins when an hour of automatic vacation ends that lasts at `begin`. Raises VacationsOverlap and
    NotEnoughVacation.
    """
    with transaction.atomic():
        _lock(player)
        lasting = _automatic_at(player, begin)
        if lasting and lasting.ends_at < end:
            begin = lasting.ends_at
        if Vacation.objects.filter(player=player, begins_at__lt=end, ends_at__gt=begin).exists():
            raise VacationsOverlap
        schedule = rest_schedule(player, begin)
        for year in range(begin.year, end.year + 1):
            if hours_in_year((begin, end), year) > hours_left(player, year):
                raise NotEnoughVacation
        vacation = Vacation.objects.create(player=player, begins_at=begin, ends_at=end)
        _move_deadlines(player, lambda deadline: postponed(deadline, (begin, end), schedule))
    return vacation


def cancel_vacation(player: User, vacation_id: int, now: datetime) -> None:
    """Cancel a planned vacation, or end one that has begun at the next full hour; do nothing if there is none.

    The player's deadlines after it are brought forward.
    """
    with transaction.atomic():
        _lock(player)
        vacation = Vacation.objects.filter(pk=vacation_id, player=player, planned=True, ends_at__gt=now).first()
        if vacation is None:
            return
        cancelled = (max(vacation.begins_at, _next_hour(now)), vacation.ends_at)
        if cancelled[0] >= cancelled[1]:
            return
        if cancelled[0] <= vacation.begins_at:
            vacation.delete()
        else:
            Vacation.objects.filter(pk=vacation.pk).update(ends_at=cancelled[0])
        schedule = rest_schedule(player, cancelled[0])
        _move_deadlines(player, lambda deadline: brought_forward(deadline, cancelled, schedule))


def spend_vacation(match: Match, now: datetime) -> bool:
    """Extend the deadline of the player to move, if it has passed.

    Return False where the clock does not rest, no vacation is left, or the match has changed.

    A deadline in a planned vacation moves to its end. Another one in a night, which was then chosen during the turn,
    moves to the morning. Any other moves to the end of the player's automatic vacation, of which an hour is taken if
    none lasts. That hour serves all matches of the player and is deducted once, however many schedulers run (row lock
    and compare-and-set). In each match at most `MOST_AUTOMATIC_VACATION` of such mornings and hours counts for a
    player; after that the match is lost. Where players have a reserve of time, only planned vacation counts.
    """
    clock = match.clock
    if not clock.control.rests or clock.deadline is None or not clock.has_run_out(now):
        return False
    with transaction.atomic():
        player = _lock(match.player(clock.to_move))
        deadline, spent = clock.deadline, clock.vacation_spent.of(clock.to_move)
        schedule = rest_schedule(player, deadline)
        if (end := RestSchedule(vacations=schedule.vacations).resumes_at(deadline)) > deadline:
            later, more = schedule.resumes_at(end), NOTHING
        elif clock.control.has_unplanned_vacation and spent < MOST_AUTOMATIC_VACATION:
            morning = schedule.resumes_at(deadline)
            until = morning if morning > deadline else _automatic_until(player, deadline)
            until = min(until, deadline + MOST_AUTOMATIC_VACATION - spent)
            later, more = schedule.resumes_at(until), until - deadline
        else:
            return False
        if later == deadline:
            return False
        if update_if(match, changes=clock_changes(match, clock.on_vacation(later, more))):
            return True
        transaction.set_rollback(True)
    return False


def delete_vacations(player: User) -> None:
    """Delete all vacations of a player whose account is deleted."""
    Vacation.objects.filter(player=player).delete()


def vacations_of(player: User) -> list[dict[str, object]]:
    """Return all vacations of a player as data, for the player's export."""
    return [{**vacation} for vacation in player.vacations.values("begins_at", "ends_at", "planned")]


def _lock(player: User) -> User:
    """Lock the player's row until the transaction ends, so that vacation is changed by one at a time; return it."""
    return User.objects.select_for_update(no_key=True).get(pk=player.pk)


def _automatic_until(player: User, begin: datetime) -> datetime:
    """Return the end of the automatic vacation at `begin`, for which an hour is taken if needed and left.

    It ends earlier where a planned vacation begins within the hour: vacations of a player do not overlap.
    """
    if lasting := _automatic_at(player, begin):
        return lasting.ends_at
    if hours_left(player, begin.astimezone(UTC).year) < 1:
        return begin
    following = Vacation.objects.filter(player=player, planned=True, begins_at__gt=begin, begins_at__lt=begin + HOUR)
    end = min(following.values_list("begins_at", flat=True), default=begin + HOUR)
    if not Vacation.objects.filter(player=player, planned=False, ends_at=begin).update(ends_at=end):
        Vacation.objects.create(player=player, begins_at=begin, ends_at=end, planned=False)
    return end


def _automatic_at(player: User, moment: datetime) -> Vacation | None:
    """Return the player's automatic vacation that lasts at this moment; None without one."""
    automatic = Vacation.objects.filter(player=player, planned=False)
    return automatic.filter(begins_at__lte=moment, ends_at__gt=moment).first()


def _next_hour(now: datetime) -> datetime:
    this_hour = now.replace(minute=0, second=0, microsecond=0)
    return now if this_hour == now else this_hour + HOUR


def _move_deadlines(player: User, moved: Callable[[datetime], datetime]) -> None:
    """Replace the deadlines of the player's turns in running correspondence matches whose clocks may rest.

    All rows are locked first. Where the opponent is to move only the version rises: a move whose deadline was computed
    without this change, but is not written yet, fails by it and is judged again (optimistic locking).
    """
    mine = Match.objects.filter(Q(first=player) | Q(second=player), played_correspondence(), rests=True)
    rows = mine.filter(finished_at=None).select_for_update(no_key=True, of=("self",)).order_by("pk")
    matches: list[Match] = []
    for match in rows.select_related("first", "second"):
        if match.player_id(Seat(match.to_move)) != player.pk:
            update_if(match, changes={})
        elif (deadline := match.deadline_at) and (later := moved(deadline)) != deadline:
            after = update_if(match, changes={"deadline_at": later})
            matches += [after] if after else []
    begin_turns(*matches)


def _day(player: User, moment: datetime) -> str:
    """Return the day of this moment in the player's time zone."""
    return date_format(moment.astimezone(player.zone), "MONTH_DAY_FORMAT")
