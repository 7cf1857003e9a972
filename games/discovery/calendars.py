"""Deadlines and events as iCalendar (RFC 5545): those of a player behind a secret address, and of one event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from core.web import absolute
from games.discovery.models import CalendarAddress, new_token
from games.events.models import Entry, Event
from games.matches.models import Match
from games.matches.pages.match_view import match_path
from games.matches.time.terms import played_correspondence
from games.notifications.turns import waiting_turns

MOST = 200  # deadlines
LONGEST_LINE = 75  # bytes, by RFC 5545, 3.1


def renew(user: User) -> None:
    """Give the player a new address; the former one ends."""
    CalendarAddress.objects.update_or_create(user=user, defaults={"token": new_token()})


def stop(user: User) -> None:
    """End the player's address."""
    CalendarAddress.objects.filter(user=user).delete()


def token_of(user: User) -> str:
    """Return the token of the player's address; empty for none."""
    address = CalendarAddress.objects.filter(user=user).first()
    return address.token if address else ""


def exported(user: User) -> dict[str, object]:
    """Return since when there is an address, for the player's export; who has the address reads the calendar."""
    address = CalendarAddress.objects.filter(user=user).first()
    return {"since": address.made_at} if address else {}


def calendar_of(player: User, now: datetime, request: HttpRequest | None = None) -> str:
    """Return when this player is to move in correspondence matches, and the player's events, as an iCalendar file.

    Its links lead to the site as this request has it.
    """
    turns = waiting_turns(player).filter(played_correspondence(), deadline_at__isnull=False)
    lines: list[str] = []
    for match in turns.select_related("first", "second")[:MOST]:
        lines += _deadline(match, player, now, request)
    entered = player.entries.filter(state=Entry.State.IN).values("event")
    alive = Event.objects.filter(pk__in=entered, state__in=[Event.State.OPEN, Event.State.RUNNING])
    for event in alive.select_related("series").order_by("starts_at", "pk")[:MOST]:
        lines += _event(event, now, request)
    return _file(lines)


def calendar_of_event(event: Event, now: datetime, request: HttpRequest | None = None) -> str:
    """Return when an event begins and ends as an iCalendar file."""
    return _file(_event(event, now, request))


def _file(lines: Iterable[str]) -> str:
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Numgames//Deadlines//EN", "X-WR-CALNAME:Numgames"]
    head += ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
    return "".join(f"{part}\r\n" for line in [*head, *lines, "END:VCALENDAR"] for part in _folded(line))


def _event(event: Event, now: datetime, request: HttpRequest | None) -> Iterator[str]:
    """Yield an event from its begin to its end; with its begin alone where its last match ends it."""
    yield "BEGIN:VEVENT"
    yield f"UID:event-{event.pk}@numgames"
    yield f"DTSTAMP:{_time(now)}"
    yield f"SEQUENCE:{event.version}"
    yield f"DTSTART:{_time(event.starts_at)}"
    ends_at = event.ended_at or event.ends_at
    yield f"DTEND:{_time(ends_at)}" if ends_at and ends_at > event.starts_at else "DURATION:PT0S"
    yield f"SUMMARY:{_text(event.title)}"
    yield f"URL:{absolute(event.get_absolute_url(), request)}"
    yield f"STATUS:{'CANCELLED' if event.state == Event.State.CALLED_OFF else 'CONFIRMED'}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _deadline(match: Match, player: User, now: datetime, request: HttpRequest | None) -> Iterator[str]:
    seat = match.seat_of(player)
    if seat is None or match.deadline_at is None:
        return
    facts = {"game": match.game_name, "name": match.player(seat.other)}
    summary = _("%(game)s: your move against %(name)s") % facts
    yield "BEGIN:VEVENT"
    yield f"UID:{match.pk}-{match.ply}@numgames"
    yield f"DTSTAMP:{_time(now)}"
    yield f"DTSTART:{_time(match.deadline_at)}"
    yield "DURATION:PT0S"
    yield f"SUMMARY:{_text(summary)}"
    yield f"URL:{absolute(match_path('match', match.pk), request)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(value: str) -> str:
    """Return the text on one line, with its separators escaped (RFC 5545, 3.3.11)."""
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return " ".join(escaped.split())


def _folded(line: str) -> Iterator[str]:
    """Yield the line folded: in pieces of at most `LONGEST_LINE` bytes, all but the first after a space."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > LONGEST_LINE:
            yield piece
            piece = " "
        piece += sign
    yield piece
