"""The chat of matches in the streams of programs that ask for it, and may read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import tzinfo
from typing import NamedTuple, Protocol

from django.utils import translation

from accounts.hooks import JsonObject
from accounts.models import User
from core.live.audience import Audience, Event
from core.live.concurrency import in_thread
from core.live.partials import Bound, Shown
from games.matches.hooks import stream_chats
from games.matches.models import Match
from games.matches.play.services import find_match
from games.matches.play.updates import match_topic


class Reader(NamedTuple):
    """A reader of a chat: phrases are in the reader's language."""

    user: User
    language: str


class ChatPage(Protocol):
    """A stream that reads the chat of a match."""

    language: str
    zone: tzinfo
    shown: Shown | None
    greeted: bool

    @property
    def over(self) -> bool:
        """Whether the stream has ended."""

    @property
    def viewer(self) -> User | None:
        """The user of the token, if it may play."""

    @property
    def reader(self) -> Reader:
        """Who reads."""

    def post(self, text: str) -> None:
        """Send a line."""

    def bring(self, bound: Bound) -> None:
        """Do nothing: a stream shows no partials."""

    def end(self, code: int | None = None) -> None:
        """End the stream."""

    def tell_chat(self, messages: list[JsonObject]) -> None:
        """Send what the stream lacks of the latest messages."""


class ChatAudience(Audience[ChatPage]):
    """The streams that read the chat of one match, in one event loop. Those of one reader share each reading."""

    @classmethod
    def topic_of(cls, key: str) -> str:
        """Return the topic of the match."""
        return match_topic(key)

    def on_event(self, event: Event) -> None:
        """Handle an event of the match, of which most do not concern its chat."""
        if event["type"] == "partial.changed" and any(event["name"] == chat.partial for chat in stream_chats):
            self.note(event)

    async def update(self, events: list[Event]) -> None:
        """Send all streams what they lack."""
        await self.tell(page for page in self.pages if page.greeted)

    async def tell(self, pages: Iterable[ChatPage]) -> None:
        """Send streams what they lack of the chat as it now is."""
        readers: dict[Reader, list[ChatPage]] = defaultdict(list)
        for page in pages:
            readers[page.reader].append(page)

        async def read(reader: Reader) -> list[JsonObject]:
            return await in_thread(_read, self.key, reader)

        await self.send(readers, read, lambda page, _reader, messages: page.tell_chat(messages))


def _read(match_id: str, reader: Reader) -> list[JsonObject]:
    try:
        match = find_match(match_id)
    except Match.DoesNotExist:  # it was deleted meanwhile
        return []
    with translation.override(reader.language):
        return [message for chat in stream_chats for message in chat.read(match, reader.user)]
