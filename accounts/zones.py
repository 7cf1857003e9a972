"""Time zones: validation, the zone of a reader, and formatted dates and times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

COOKIES = ("__Host-zone", "zone")  # static/js/zone.js sets the first with https, the second without
ZONES = frozenset(available_timezones()) - {"Factory", "localtime"}  # the two depend on the server
UTC = "UTC"


def known(name: str) -> str:
    """Return the name if it is a known time zone, else an empty string."""
    return name if name in ZONES else ""


def browser_zone(cookies: Mapping[str, str]) -> str:
    """Return the zone in the browser's cookie; empty if there is none or it is unknown."""
    return known(next((cookies[name] for name in COOKIES if name in cookies), ""))


def zone_of(user: object, cookies: Mapping[str, str]) -> ZoneInfo:
    """Return the zone that pages are shown in: the player's setting, else the browser's, else the last known one."""
    chosen, last = (known(getattr(user, name, "")) for name in ("time_zone", "last_zone"))
    return ZoneInfo(chosen or browser_zone(cookies) or last or UTC)


def moment(value: datetime, language: str | None = None, zone: tzinfo | None = None) -> str:
    """Return date and time in the reader's zone and language, followed by UTC if the zone is not known.

    A caller may give those that are active, where they are at hand.
    """
    minute = value.replace(second=0, microsecond=0)
    return _moment(language or get_language(), zone or timezone.get_current_timezone(), minute)


@lru_cache(maxsize=4_000)
def _moment(language: str | None, zone: tzinfo, minute: datetime) -> str:
    return date_format(timezone.localtime(minute, zone), "DATETIME_FORMAT") + _suffix()


def hour(value: datetime) -> str:
    """Return the time of day, formatted in the same way."""
    return date_format(timezone.localtime(value), "H:i") + _suffix()


def _suffix() -> str:
    return f" {UTC}" if timezone.get_current_timezone_name() == UTC else ""
