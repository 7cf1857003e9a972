"""The parts of a cup's page that are live: the viewer's next match, table, bracket, rounds, and matches to watch."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock

from cachetools import LRUCache
from django.utils import timezone, translation

from accounts.models import User
from core.clock import UNKNOWN, now
from core.live.partials import BoundPartial, Inputs, LivePartial
from games.events.cups.shown import Cup, cup_of
from games.events.models import Entry, Event
from games.matches.pages import mirror

CupPartial = LivePartial[Event, User | None]
Kind = Event.Kind
DRAWN = 256  # partials that a process keeps as last drawn


def key_of(inputs: Inputs) -> object:
    """Return what says whether a cup has changed."""
    cup: Cup = inputs["cup"]
    return cup.event.pk, cup.event.version


def _cup(event: Event, *kinds: str) -> Inputs | None:
    has_begun = event.state in (Event.State.RUNNING, Event.State.OVER)
    if event.kind not in kinds or not (has_begun or event.kind == Kind.TEAM):  # whose boards fill before
        return None
    return {"cup": cup_of(event)}


def _next(event: Event, viewer: User | None) -> Inputs | None:
    if event.kind == Kind.LEAGUE or event.state != Event.State.RUNNING or viewer is None:
        return None
    cup = cup_of(event)
    entry = cup.entry_of(viewer)
    if entry is None or entry.state not in (Entry.State.IN, Entry.State.AWAY):
        return None
    pairings, has_bye = cup.open_of(entry), cup.bye_of(entry)
    return {"cup": cup, "entry": entry, "pairings": pairings, "has_bye": has_bye, "is_reserve": entry in cup.reserves}


def _next_key(inputs: Inputs) -> object:
    entry: Entry = inputs["entry"]
    return entry.pk, entry.state, [one.pk for one in inputs["pairings"]], inputs["has_bye"], inputs["is_reserve"]


def _rules(event: Event) -> Inputs | None:
    if event.kind == Kind.LEAGUE:
        return None
    return {"event": event, "mirror": mirror.help_of(event.game) if event.is_mirror else ""}


class SharedPartial(CupPartial):
    """A partial with the same inputs for all viewers: drawn once in each language and time zone for all pages."""

    def bound(self, inputs: Inputs, key: object = None) -> BoundPartial:
        """Return the partial as it was last drawn with an equal key, else a new one."""
        partial = super().bound(inputs, key)
        zone = timezone.get_current_timezone()
        # Relative times, which visitors of an unknown zone read, are out of date after a minute.
        minute = now().replace(second=0, microsecond=0) if zone is UNKNOWN else None
        place = self.name, partial.key, translation.get_language(), str(zone), minute
        with _lock:
            return _drawn.setdefault(place, partial)


_drawn: LRUCache[Hashable, BoundPartial] = LRUCache(DRAWN)
_lock = Lock()


def _shared(name: str, template: str, *kinds: str) -> CupPartial:
    return SharedPartial(name, template, lambda event, _viewer: _cup(event, *kinds), key_of)


CUP_NEXT: CupPartial = LivePartial("cup-next", "events/_next.html", _next, _next_key)
CUP_RULES: CupPartial = LivePartial(
    "cup-rules", "events/rules_cup.html", lambda event, _viewer: _rules(event), lambda inputs: inputs["event"].pk
)
CUP_PARTS: list[CupPartial] = [
    _shared("cup-arena", "events/_arena.html", Kind.ARENA),
    _shared("cup-bracket", "events/_bracket.html", Kind.KNOCKOUT),
    _shared("cup-table", "events/_table.html", Kind.SWISS, Kind.ROBIN),
    _shared("cup-teams", "events/_teams.html", Kind.TEAM),
    _shared("cup-rounds", "events/_rounds.html", Kind.SWISS, Kind.ROBIN, Kind.ARENA),
]
