"""Streams of matches, members of their audiences like open pages; and matches as things of a player's events."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.hooks import JsonObject, Thing
from accounts.models import User
from core import clock
from core.clients import Send
from core.live.concurrency import in_background, in_thread
from core.live.partials import NOTHING, Bound, Shown
from core.live.streams import SOON, Stream
from games.matches.live.audience import MatchAudience
from games.matches.live.chat import ChatAudience, Reader
from games.matches.models import Match
from games.matches.pages.data import head_data, side_of
from games.matches.play import requests
from games.matches.play.seals import is_hidden, may_tell
from games.rules import Seat

EVENTS = {
    "match.started": _("A match has begun"),
    "match.turn": _("It is your turn"),
    "match.ended": _("A match is over"),
}
FRESH = 15.0  # seconds for which a read of the match is recent enough for a look of one of its streams

MARGIN = timedelta(minutes=1)  # between the writing of a message and the latest commit of it


class Follower:
    """The place of a stream in the audience of one match."""

    zone: tzinfo = UTC
    shown: Shown | None = None
    state, has_data = NOTHING, True
    seat: Seat | None = None
    ply = 0  # of the last move that it was sent
    greeted = attends = finished = False

    def __init__(self, stream: MatchStream, match_id: str, after: int) -> None:
        """Follow a match from the version `after` on."""
        self.stream, self.match_id, self.version, self.language = stream, match_id, after, stream.language
        self.audience = MatchAudience.join(match_id, self)
        self.chat = ChatAudience.join(match_id, self) if stream.reader else None
        self.messages: dict[int, JsonObject] = {}  # the latest of the chat, as they were sent
        self.began = clock.now()

    @property
    def over(self) -> bool:
        """Whether the stream has ended."""
        return self.stream.over

    @property
    def viewer(self) -> User | None:
        """The user of the token, or None."""
        return self.stream.viewer

    @property
    def reader(self) -> Reader:
        """Who reads the chat."""
        assert self.stream.reader  # noqa: S101 - for the type checker: only then it is asked
        return self.stream.reader

    async def arrive(self) -> Match:
        """Return the match as it is when the player has arrived; raises Match.DoesNotExist."""
        match = await self.audience.match(read_recently=True)
        if is_hidden(match) and not await in_thread(may_tell, match, self.viewer):
            raise Match.DoesNotExist
        self.seat = match.seat_of(self.viewer)
        self.attends = self.stream.attends and match.is_live and self.seat is not None
        return await self.audience.arrive(match, self.seat) if self.attends else match

    async def greet(self, match: Match) -> None:
        """Send what the stream lacks of the match: all of it, unless it has this version; and from now on changes."""
        self.finished = match.finished_at is not None
        self.ply = match.ply if self.version == match.version else 0
        await self.audience.bring(match, [self])
        self.greeted = True
        await self.audience.bring(self.audience.latest or match, [self])
        if self.chat:
            await self.chat.tell([self])

    def tell_chat(self, messages: list[JsonObject]) -> None:
        """Send the messages that the stream lacks, and those that have changed, as they were erased.

        What was written shortly before the stream was resumed may have been committed after a later message.
        """
        for one in messages:
            was_sent = one["id"] <= self.stream.chat_after and one["written"] < self.began - MARGIN
            if one != self.messages.get(one["id"], one if was_sent else None):
                self.stream.tell({"type": "chat", "match": self.match_id, "message": one})
        self.messages = {one["id"]: one for one in messages}

    def post(self, text: str) -> None:
        """Send a drawn change; the audience has set its version."""
        self.stream.post(text, f"{self.match_id}:{self.version}")
        self.finished = bool(self.audience.latest and self.audience.latest.finished_at)
        self.stream.end_if_finished()

    def bring(self, bound: Bound) -> None:
        """Do nothing: a stream shows no partials."""

    def end(self, code: int | None = None) -> None:
        """End the stream."""
        self.stream.bye("closed", SOON)

    def look(self) -> None:
        """Have the audience read the match, unless it has just done so, and the chat."""
        if self.chat:
            self.chat.note({"type": "stream.look"})
        if asyncio.get_running_loop().time() - self.audience.read_at > FRESH:
            self.audience.note({"type": "stream.look"})

    def leave(self) -> None:
        """Leave the audience, and the live match; another page or stream of the player marks them as present again."""
        self.audience.leave(self)
        if self.chat:
            self.chat.leave(self)
        if self.seat and self.attends:
            in_background(in_thread(requests.leave, self.match_id, self.seat))


class MatchStream(Stream):
    """The stream of one match or several."""

    def __init__(
        self,
        send: Send,
        headers: Sequence[tuple[bytes, bytes]],
        *,
        is_sse: bool,
        language: str,
        viewer: User | None,
        attends: bool,
        matches: Mapping[str, int],
        reader: Reader | None,
        chat_after: int,
    ) -> None:
        """Show this viewer these matches, each from a version on; it `attends` live ones if its program may play.

        A `reader` gets the chat too, of which it knows the messages up to the key `chat_after`.
        """
        super().__init__(send, headers, is_sse=is_sse)
        self.reader, self.chat_after = reader, chat_after
        self.language, self.viewer, self.attends = language, viewer, attends
        self.followers = [Follower(self, match_id, after) for match_id, after in matches.items()]

    async def opened(self) -> None:
        """Send the state of each match; raises Match.DoesNotExist."""
        matches = [await follower.arrive() for follower in self.followers]
        self.begin()
        for follower, match in zip(self.followers, matches, strict=True):
            await follower.greet(match)
        self.end_if_finished()

    def end_if_finished(self) -> None:
        """End the stream when all its matches are over."""
        if all(follower.finished and follower.greeted for follower in self.followers):
            self.bye("finished")

    def look(self) -> None:
        """Look for changes of which no event has come."""
        for follower in self.followers:
            follower.look()

    def closed(self) -> None:
        """Leave all matches."""
        for follower in self.followers:
            follower.leave()


def things_of(player: User, keys: Collection[str] | None, since: datetime | None) -> Iterator[Thing]:
    """Yield the player's matches: those with these keys, else all that run, or have ended since."""
    matches = Match.objects.filter(Q(first=player) | Q(second=player)).select_related("first", "second").defer("seed")
    in_period = Q(finished_at=None) | Q(finished_at__gte=since) if since else Q(finished_at=None)
    for match in matches.filter(in_period if keys is None else Q(pk__in=keys)).order_by("started_at"):
        seat = match.seat_of(player)
        is_turn = seat is not None and match.awaits(seat) and not match.is_gathering
        running = ("match.started", f"match.turn {match.ply}") if is_turn else ("match.started",)
        over = match.finished_at is not None
        data = {**head_data(match), "you": side_of(seat), "is_waiting": match.is_gathering}
        yield Thing(match.pk, match.version, ("match.ended",) if over else running, data, over)
