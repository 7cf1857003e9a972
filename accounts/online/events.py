"""The stream of a player's own events: what is there first, and then what has changed of it, by the same sources.

A source reads things with versions, such as matches, of which an event only says that they may have changed. So an
event that is lost, or comes twice, changes nothing: the next look finds the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from accounts.hooks import EventSource, JsonObject, Thing, event_sources
from accounts.models import User
from accounts.online import presence
from core import clock
from core.clients import Send
from core.live.audience import Audience, Event
from core.live.concurrency import in_thread
from core.live.partials import Bound, Shown
from core.live.streams import SOON, Stream, encode

MARGIN = timedelta(minutes=1)  # of what ended so long before, the commit may have come later
LOOK = "stream.look"
Things = dict[tuple[str, str], Thing]  # by the name of the source and the key of the thing


def read(player: User, keys: Mapping[str, Collection[str]]) -> Things:
    """Return the things of this player with these keys, by source."""
    return {
        (source.name, thing.key): thing
        for source in event_sources
        if source.name in keys
        for thing in source.find(player, keys[source.name], None)
    }


def read_all(player: User, since: datetime | None) -> Things:
    """Return all things of this player that are not over, or ended since this moment."""
    return {(source.name, thing.key): thing for source in event_sources for thing in source.find(player, None, since)}


def event_line(source: EventSource, event: str, thing: Thing, seq: int) -> JsonObject:
    """Return what programs are told: the type of the event, and the thing as it is."""
    return {"type": event, "seq": seq, source.one: thing.data}


def lines_of(thing: Thing, source: str, before: Thing | None) -> Iterator[JsonObject]:
    """Yield a line for each event since the thing was as `before`; None for one that is new."""
    [kind] = [one for one in event_sources if one.name == source]
    for mark in thing.marks:
        if before is None or mark not in before.marks:
            yield event_line(kind, mark.partition(" ")[0], thing, clock.milliseconds())


class EventsAudience(Audience["EventStream"]):
    """The open streams of one player's events, in one event loop; the key is the player's primary key."""

    def __init__(self, key: str) -> None:
        """Begin without streams."""
        super().__init__(key)
        self.things: Things = {}  # as the streams were last told of them
        self.looked_at = clock.now()

    @classmethod
    def topic_of(cls, key: str) -> str:
        """Return the topic of the player's news."""
        return presence.topic_of(key)

    def on_event(self, event: Event) -> None:
        """Handle an event that names a thing of a source; all others concern no stream."""
        if any(source.fact in event for source in event_sources):
            self.note(event)

    async def update(self, events: list[Event]) -> None:
        """Send the streams what has changed: of what the events name, or after a lost one of anything."""
        viewer = next(iter(self.pages)).viewer
        if any(event["type"] == LOOK for event in events):
            now = clock.now()
            things = await in_thread(read_all, viewer, self.looked_at - MARGIN)
            self.tell(things)
            self.things, self.looked_at = {key: self.things[key] for key in things}, now
            return
        keys = {source.name: {str(event[source.fact]) for event in events if source.fact in event}
                for source in event_sources}  # fmt: skip
        self.tell(await in_thread(read, viewer, {name: those for name, those in keys.items() if those}))

    def tell(self, things: Things) -> None:
        """Send the streams what is new of these things, and keep it."""
        for key, thing in things.items():
            before = self.things.get(key)
            if before and before.version >= thing.version:
                continue
            self.things[key] = thing
            streams = [stream for stream in self.pages if stream.greeted]
            for line in lines_of(thing, key[0], before) if streams else ():
                text = encode(line)
                for stream in streams:
                    stream.post(text, str(line["seq"]))


class EventStream(Stream):
    """The stream of the events of one player."""

    language, greeted = "en", False
    zone: tzinfo = UTC
    shown: Shown | None = None

    def __init__(
        self,
        send: Send,
        headers: Sequence[tuple[bytes, bytes]],
        *,
        is_sse: bool,
        viewer: User,
        attends: bool,
        after: int,
    ) -> None:
        """Show this player's events; those since the moment `after`, in milliseconds, too, unless it is 0.

        The player is online meanwhile if the program `attends`, as it may play.
        """
        super().__init__(send, headers, is_sse=is_sse)
        self.viewer, self.attends, self.after = viewer, attends, after
        self.audience = EventsAudience.join(str(viewer.pk), self)

    async def opened(self) -> None:
        """Send what there is, and what has ended meanwhile."""
        since = datetime.fromtimestamp(self.after / 1000, UTC) - MARGIN if self.after else None
        seq, before = clock.milliseconds(), dict(self.audience.things)
        things = await in_thread(read_all, self.viewer, since)
        self._note_presence()
        self.audience.tell(things)  # other streams may have missed an event
        # What an event has brought meanwhile may be newer than what was read, or missing there.
        latest = self.audience.things
        things = {key: latest[key] for key in latest if key in things or latest[key] is not before.get(key)}
        self.begin()
        lists: dict[str, list[JsonObject]] = {source.name: [] for source in event_sources}
        for (name, _key), thing in things.items():
            if not thing.over:
                lists[name].append(thing.data)
        self.tell({"type": "state", "seq": seq, **lists})
        for (name, _key), thing in things.items():
            for line in lines_of(thing, name, None) if thing.over else ():
                self.tell(line)
        self.greeted = True

    def bring(self, bound: Bound) -> None:
        """Do nothing: a stream shows no partials."""

    def end(self, code: int | None = None) -> None:
        """End the stream."""
        self.bye("closed", SOON)

    def look(self) -> None:
        """Look for changes of which no event has come; streams of the same player do so together."""
        self.audience.note({"type": LOOK})
        self._note_presence()

    def _note_presence(self) -> None:
        if self.attends:
            presence.touch_soon(self.viewer)

    def closed(self) -> None:
        """Leave the others."""
        self.audience.leave(self)
