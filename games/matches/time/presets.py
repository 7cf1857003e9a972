"""What was agreed about time, and when players rest, in words."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.models import User
from games.matches.terms import MatchTerms
from games.matches.time.clocks import night_of
from games.matches.time.timing import HOUR, MOST_EXCUSED
from games.matches.time.vacation import hours_left

PACES = tuple(timedelta(days=days) for days in (1, 2, 3, 5, 7, 14))
USUAL_PACE = timedelta(days=3)
LIVE_PACES = tuple((timedelta(minutes=m), timedelta(seconds=s)) for m, s in ((3, 5), (5, 8), (10, 10), (20, 15)))
USUAL_LIVE = LIVE_PACES[1]

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def pace_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The times to choose from in a form, over days and live, each as `read_pace` reads it and in words."""
    days = [(str(time.days), pace_words(time, None)) for time in PACES]
    live = [(f"{time // MINUTE}+{more // SECOND}", pace_words(time, more)) for time, more in LIVE_PACES]
    return [(gettext("Over days"), days), (gettext("Live"), live)]


def read_pace(text: str) -> tuple[timedelta, timedelta | None]:
    """Pace and increment of a time such as `3`, days a move, or `5+8`, minutes and seconds."""
    pace, plus, increment = text.partition("+")
    return (int(pace) * MINUTE, int(increment) * SECOND) if plus else (timedelta(days=int(pace)), None)


def pace_words(pace: timedelta, increment: timedelta | None) -> str:
    """The time for a move, or what a live clock holds and what a move adds to it."""
    if increment is None:
        return ngettext("%(days)d day a move", "%(days)d days a move", pace.days) % {"days": pace.days}
    both = {"minutes": pace // MINUTE, "seconds": increment // SECOND}
    return gettext("live, %(minutes)d min + %(seconds)d s a move") % both


def time_words(agreement: MatchTerms) -> list[str]:
    """The pace, and over days whether clocks rest."""
    pace = pace_words(agreement.pace, agreement.increment)
    if agreement.is_live:
        return [pace]
    if not agreement.rests:
        return [pace, gettext("clocks never rest")]
    most = {"hours": MOST_EXCUSED // HOUR}
    rests = gettext("clocks rest at night and on days off (unplanned: at most %(hours)d hours per player)")
    return [pace, rests % most]


def rest_words(player: User, now: datetime) -> list[str]:
    """When the clocks of this player rest, and how many days off are left; reads `player.vacations`."""
    words = []
    if night := night_of(player):
        hours = {"name": player, "begins": night.begins, "ends": night.ends, "zone": night.zone}
        words.append(gettext("%(name)s sleeps from %(begins)d:00 to %(ends)d:00 (%(zone)s)") % hours)
    for leave in player.vacations.all():
        if leave.planned and leave.ends_at > now:
            off = {"name": player, "first": _day(player, leave.begins_at), "last": _day(player, leave.ends_at - SECOND)}
            words.append(gettext("%(name)s is off from %(first)s to %(last)s") % off)
    days = hours_left(player, now.year) // 24
    left = ngettext(
        "%(name)s has %(days)d day off left this year", "%(name)s has %(days)d days off left this year", days
    )
    return [*words, left % {"name": player, "days": days}]


def _day(player: User, moment: datetime) -> str:
    """The day of this moment where the player lives."""
    return date_format(moment.astimezone(player.zone), "MONTH_DAY_FORMAT")
