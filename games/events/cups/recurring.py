"""Cups that recur by a rule: those that players plan, and the site's own weekly arena and monthly Swiss of each game.

A rule is an RRULE of RFC 5545 in the time zone of its series, so that an evening stays one when clocks change. Each
cup of a series is announced some days before it begins; those that no moment has announced in time are left out.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr  # type: ignore[import-untyped]  # it has no stubs
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from core import clock
from core.sweeps import Sweep
from games.catalogue import games
from games.clubs.models import LEADERS
from games.clubs.services import role_of
from games.events.models import Event, Plan, Series
from games.events.services import announce_event
from games.matches.models import new_id
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE, TimeControl

NOTICE = timedelta(days=7)  # before a cup begins it is announced
LATE = timedelta(minutes=5)  # at least before it begins
AT_ONCE = 100
PLAN = [field.name for field in Plan._meta.get_fields() if field.name != "creator"]
# What players can choose: words, and the rule.
RULES = {
    "daily": (_("every day"), "FREQ=DAILY"),
    "weekly": (_("every week"), "FREQ=WEEKLY"),
    "fortnight": (_("every two weeks"), "FREQ=WEEKLY;INTERVAL=2"),
    "monthly": (_("every month"), "FREQ=MONTHLY"),
}
_series = Sweep("events.series")


@dataclass(frozen=True)
class Own:
    """A cup that the site itself makes of each game: its key, kind, rule, time, and the players whom it needs."""

    key: str
    kind: Event.Kind
    rule: str
    hour: int
    control: TimeControl
    least: int
    lasts: timedelta | None = None
    round_lasts: timedelta | None = None


OWN = (
    Own("arena", Event.Kind.ARENA, "FREQ=WEEKLY;BYDAY=SU", 19, USUAL_LIVE, least=4, lasts=timedelta(minutes=45)),
    Own(
        "swiss",
        Event.Kind.SWISS,
        "FREQ=MONTHLY;BYMONTHDAY=1",
        18,
        USUAL_CORRESPONDENCE,
        least=6,
        round_lasts=timedelta(days=21),
    ),
)


def next_after(series: Series, moment: datetime) -> datetime | None:
    """Return when the first cup of a series begins after this moment; None after the last one.

    `next_at` is the moment of a former one, from which the rule counts.
    """
    if series.next_at is None:
        return None
    zone = ZoneInfo(series.zone)
    begin = series.next_at.astimezone(zone).replace(tzinfo=None)
    local = rrulestr(series.rule, dtstart=begin).after(moment.astimezone(zone).replace(tzinfo=None))
    return clock.instant(local.date(), local.time(), zone) if local else None


def repeat(event: Event, rule: str, zone: str) -> Series:
    """Store a series of which this event, which is not stored yet, is the first; the next ones follow by the rule."""
    series = Series(key=f"cup-{new_id()}", rule=rule, zone=zone, next_at=event.starts_at, creator=event.creator)
    for name in PLAN:
        setattr(series, name, getattr(event, name))
    series.is_listed = event.is_listed
    series.save()
    event.series, event.number = series, 1
    return series


def keep_cups() -> None:
    """Announce the cups that are due, and see to it that each game has the site's own. Idempotent."""
    now = clock.now()
    for slug, game in games().items():
        for own in OWN:
            key = f"{own.key}-{slug}"[:50]
            if Series.objects.filter(key=key).exists():
                continue
            first = now.replace(hour=own.hour, minute=0, second=0, microsecond=0)
            series = Series(key=key, kind=own.kind, game_slug=slug, rule=own.rule, rated=True, next_at=first)
            series.option_data = game.options_type().data()
            series.time_control = own.control
            series.least, series.lasts, series.round_lasts = own.least, own.lasts, own.round_lasts
            with suppress(IntegrityError), transaction.atomic():  # another process was quicker
                series.save()
    due = Series.objects.exclude(rule="").filter(next_at__lte=now + NOTICE).order_by("next_at")
    _series.run(due, lambda one: announce_next(one, now), AT_ONCE)


def announce_next(series: Series, now: datetime) -> bool:
    """Announce the next cup of a series if there is time for it, and note when the one after it begins; once only."""
    with transaction.atomic():
        # Locked before it is read: another process may have announced it meanwhile.
        series = Series.objects.select_for_update(of=("self",)).select_related("creator", "club").get(pk=series.pk)
        latest = series.events.aggregate(last=Max("starts_at"))["last"] or datetime.min.replace(tzinfo=UTC)
        if series.next_at and series.events.exists():
            latest = max(latest, series.next_at)  # its last one may have been moved to an earlier time
        starts_at = next_after(series, max(latest, now + LATE))
        if starts_at is None or not may_go_on(series):
            Series.objects.filter(pk=series.pk).update(next_at=None)
            return False
        if starts_at > now + NOTICE or series.game_slug not in games():
            return False
        number: int = series.events.aggregate(last=Max("number"))["last"] or 0
        event = Event(series=series, number=number + 1, starts_at=starts_at, creator=series.creator)
        for name in PLAN:
            setattr(event, name, getattr(series, name))
        event.is_listed = series.is_listed
        announce_event(event)
        Series.objects.filter(pk=series.pk).update(next_at=starts_at)
    return True


def words_of(series: Series) -> str:
    """Return how often a cup recurs, in words; empty if it is stopped, or does not recur."""
    if not series.rule or series.next_at is None:
        return ""
    several = {rule: str(words) for words, rule in RULES.values()}
    return several.get(series.rule) or several.get(series.rule.partition(";")[0], "")


def may_go_on(series: Series) -> bool:
    """Return whether a series of a player goes on: the account is open, and the last three cups had players.

    One of a club goes on as long as the player is a captain there.
    """
    if series.club and (series.club.closed_at or role_of(series.club, series.creator) not in LEADERS):
        return False
    if series.creator is None:
        return True
    last = series.events.order_by("-number")[:3].values_list("state", flat=True)
    return series.creator.is_active and not (len(last) == 3 and set(last) == {Event.State.CALLED_OFF})


def stop(series: Series) -> None:
    """End a series; cups that are announced stay."""
    Series.objects.filter(pk=series.pk).update(next_at=None)
