"""The leagues that the site keeps by itself: one for each game, and a shorter one for quick players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q

from core import clock
from core.prepared import PreparedRows
from games.catalogue import games
from games.events.models import SEASON, Event, Plan, Series
from games.events.services import announce_event
from games.matches.time.reserve import Reserve

PLAN = [field.name for field in Plan._meta.get_fields() if field.name != "creator"]  # what an event has of its series
NOTICE = timedelta(days=3)  # at least, before the first season of a league begins
HOUR = 18  # of the day (UTC) at which a first season begins, on a Monday


@dataclass(frozen=True)
class Kept:
    """A league of each game: what its key ends with, how long a season is, the time for moves, the fewest players."""

    ending: str
    lasts: timedelta
    control: Reserve
    least: int


LEAGUES = (
    Kept("", SEASON, Reserve.of(hours=24, reserve=72), least=2),
    Kept("-quick", SEASON / 2, Reserve.of(hours=12, reserve=36), least=6),
)


def keep_leagues() -> None:
    """See to it that each league has a season that players can enter. Idempotent, and safe in several processes."""
    now, settled = clock.now(), {key for (key,) in _settled()}
    for slug, game in games().items():
        for league in LEAGUES:
            key = f"league-{slug}{league.ending}"[:50]
            if key in settled:
                continue
            series, _made = Series.objects.get_or_create(
                key=key,
                defaults={
                    "kind": Event.Kind.LEAGUE,
                    "game_slug": slug,
                    "option_data": game.options_type().data(),
                    "time_kind": league.control.kind,
                    "base": league.control.base,
                    "increment": league.control.increment,
                    "rests": True,
                    "rated": True,
                    "lasts": league.lasts,
                    "least": league.least,
                    "next_at": now,
                },
            )
            if needs_season(series):
                with transaction.atomic():
                    # Another process, which has announced it meanwhile, held this lock.
                    if needs_season(Series.objects.select_for_update(of=("self",)).get(pk=series.pk)):
                        announce_event(next_season(series, now))


# The keys of the series that end, or have an event that players can enter.
_settled = PreparedRows(
    lambda: Series.objects.filter(
        Q(next_at=None) | Exists(Event.objects.filter(series=OuterRef("pk"), state=Event.State.OPEN))
    ).values_list("key")
)


def needs_season(series: Series) -> bool:
    """Return whether a league goes on, and has no season that players can enter."""
    return series.next_at is not None and not series.events.filter(state=Event.State.OPEN).exists()


def next_season(series: Series, now: datetime) -> Event:
    """Return the next season of a league, not stored yet: it begins when the one that runs ends."""
    number: int = series.events.aggregate(last=Max("number"))["last"] or 0
    running = series.events.filter(state=Event.State.RUNNING).order_by("-number").first()
    starts_at = running.ends_at if running else None
    season = Event(series=series, number=number + 1, starts_at=starts_at or first_start(now), creator=series.creator)
    for name in PLAN:
        setattr(season, name, getattr(series, name))
    return season


def first_start(now: datetime) -> datetime:
    """Return the first Monday evening that is not too near."""
    day = (now + NOTICE).replace(hour=HOUR, minute=0, second=0, microsecond=0)
    while day < now + NOTICE or day.weekday():
        day += timedelta(days=1)
    return day
