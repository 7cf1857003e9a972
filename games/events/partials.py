"""The page of an event as live partials. What depends on the event alone is drawn once for all who see it."""

from __future__ import annotations

from accounts.models import User
from core import clock
from core.live.partials import Inputs, LivePage, LivePartial
from games.clubs.models import Club
from games.events.cups.partials import CUP_NEXT, CUP_PARTS, CUP_RULES
from games.events.cups.recurring import words_of
from games.events.divisions import division_tables
from games.events.field import own_club
from games.events.lists import Standing, following_of, standing_of
from games.events.models import Entry, Event
from games.events.services import find_event, is_full, takes_entries

EventPartial = LivePartial[Event, User | None]


def key_of(inputs: Inputs) -> object:
    """Return what says whether an event has changed: each change raises its version."""
    event: Event = inputs["event"]
    return event.pk, event.version


def _head(event: Event, _viewer: User | None) -> Inputs:
    recurs = words_of(event.series) if event.series and not event.is_over else ""
    clubs = [club for club in event.clubs if club.closed_at is None]
    return {
        "event": event,
        "control": event.time_control,
        "options": event.options.summary(),
        "recurs": recurs,
        "clubs": clubs,
    }


def _head_key(inputs: Inputs) -> object:
    clubs: list[Club] = inputs["clubs"]
    return key_of(inputs), inputs["recurs"], [club.name for club in clubs]


def _entry(event: Event, viewer: User | None) -> Inputs:
    may_enter = takes_entries(event, clock.now())
    standing, control = standing_of(event, viewer), event.time_control
    is_new = standing is None or standing.entry is None
    following = following_of(event) if is_new and not may_enter else None
    club = own_club(event, viewer) if viewer else None
    return {
        "event": event,
        "standing": standing,
        "is_full": may_enter and is_new and not event.is_by_link and is_full(event, club),
        "viewer": viewer,
        "may_enter": may_enter,
        "control": control,
        "following": following,
        "is_outside": bool(event.clubs) and club is None,
    }


def _entry_key(inputs: Inputs) -> object:
    standing: Standing | None = inputs["standing"]
    viewer: User | None = inputs["viewer"]
    following: Event | None = inputs["following"]
    entry_terms = inputs["may_enter"], following and following.starts_at, inputs["is_outside"]
    return key_of(inputs), viewer and viewer.pk, standing and standing.key, entry_terms


def _entries(event: Event, _viewer: User | None) -> Inputs | None:
    if event.kind == Event.Kind.TEAM or event.state not in (Event.State.OPEN, Event.State.CALLED_OFF):
        return None
    entries = event.entries.filter(state=Entry.State.IN).select_related("player").order_by("joined_at")
    return {"event": event, "entries": entries}


def _divisions(event: Event, _viewer: User | None) -> Inputs | None:
    if event.kind != Event.Kind.LEAGUE or event.state in (Event.State.OPEN, Event.State.CALLED_OFF):
        return None
    return {"event": event, "divisions": division_tables(event)}


HEAD: EventPartial = LivePartial("event-head", "events/_head.html", _head, _head_key)
ENTRY: EventPartial = LivePartial("event-entry", "events/_entry.html", _entry, _entry_key)
ENTRIES: EventPartial = LivePartial("event-entries", "events/_entries.html", _entries, key_of)
DIVISIONS: EventPartial = LivePartial("event-divisions", "events/_divisions.html", _divisions, key_of)
# In the order of the page.
EVENT: LivePage[Event, User | None] = LivePage(
    "event", find_event, [HEAD, CUP_NEXT, ENTRY, ENTRIES, DIVISIONS, *CUP_PARTS, CUP_RULES]
)
