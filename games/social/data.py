"""The chat of a match as data, for requests and streams of the API."""

from __future__ import annotations

from datetime import datetime

from typing_extensions import TypedDict

from accounts.models import User
from games.matches.models import Match
from games.social.chat import ReadMessage, chat_of


class MessageData(TypedDict):
    """A message; `room` is `players` or `watchers`. The text of an erased one is empty."""

    id: int
    room: str
    author: str
    text: str
    phrase: str
    written: datetime


def messages_of(match: Match, reader: User) -> list[MessageData]:
    """Return the latest messages that this reader may read now, the oldest first."""
    chat = chat_of(match, reader)
    return [message_data(one) for one in chat.messages] if chat else []


def message_data(one: ReadMessage) -> MessageData:
    """Return a message as data."""
    message = one.message
    return {
        "id": message.pk,
        "room": str(message.room),
        "author": message.author.file_name,
        "text": one.text,
        "phrase": message.phrase,
        "written": message.made_at,
    }
