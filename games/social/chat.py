"""The chat of a match as one viewer may read it.

There are two rooms: one for the players, one for the spectators. While the match runs, each group reads its own room
only. After the end, players may read the spectators' room too; spectators never read that of the players.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from typing_extensions import TypedDict

from accounts.models import Block, User
from core.prepared import PreparedRows
from games.matches.models import Match
from games.social.models import ChatLine, ChatSettings, Message, Mute

LineT = TypeVar("LineT", bound=ChatLine)

SHOWN = 100  # latest messages beside the match; all others are on the page of the whole chat
JOINERS = "\u200c\u200d"  # some scripts and most emoji need them between letters
UNSEEN = {"Cc", "Cf", "Cs", "Co"}
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters without a visible glyph
MOST_MARKS = 3  # combining marks on one letter; more of them overlap other lines ("Zalgo" text)

# Quick chat: stored as a key, shown in each reader's language
PHRASES: dict[str, str | Promise] = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "fun": _("Have fun!"),
    "well": _("Well played!"),
    "wow": _("Wow!"),
    "oops": _("Oops!"),
    "lucky": _("That was lucky."),
    "thanks": _("Thank you!"),
    "welcome": _("You are welcome."),
    "sorry": _("Sorry, I was away."),
    "wait": _("One moment, please."),
    "back": _("I’m back."),
    "later": _("I’ll play on later."),
    "again": _("Shall we play again?"),
    "go": _("I have to go."),
    "bye": _("Goodbye!"),
}


_silent = PreparedRows(lambda user: ChatSettings.objects.filter(user=user, talks=False).values_list("pk"), int)
_some_message = PreparedRows(lambda match: Message.objects.filter(match=match).order_by().values_list("pk")[:1], str)


@dataclass(frozen=True)
class ReadLine(Generic[LineT]):
    """One line of any chat as the viewer reads it."""

    message: LineT
    mine: bool

    @property
    def report_path(self) -> str:
        """Return the path of the form that reports it; empty where the viewer cannot."""
        return ""

    @property
    def removal_path(self) -> str:
        """Return the path that removes it; empty where the viewer cannot."""
        return ""

    @property
    def text(self) -> str:
        """Return the text, or the phrase in the reader's language; empty if it was erased."""
        return read(self.message.text, self.message.phrase)


@dataclass(frozen=True)
class ReadMessage(ReadLine[Message]):
    """One message in the chat of a match."""

    @property
    def report_path(self) -> str:
        """Return the path of the form that reports it; empty for a pupil's, who says phrases only."""
        return "" if self.message.author.is_pupil else f"{reverse('social:report')}?message={self.message.pk}"


def read(text: str, phrase: str) -> str:
    """Return the text, or the phrase in the language of the reader."""
    return str(PHRASES.get(phrase, phrase)) if phrase else text


@dataclass(frozen=True)
class Chat:
    """The chat of a match for one viewer, oldest message first.

    `on` is whether the viewer has chat switched on; `hidden` counts the messages of muted and blocked authors. `latest`
    is the primary key of the viewer's latest message, or of the oldest one that was read if that message is older.
    """

    match: Match
    viewer: User
    on: bool
    messages: tuple[ReadMessage, ...]
    hidden: int
    latest: int = 0

    @property
    def own(self) -> list[ReadMessage]:
        """Return the messages in the viewer's own room."""
        return [one for one in self.messages if one.message.room == own_room(self.match, self.viewer)]

    @property
    def watchers(self) -> list[ReadMessage]:
        """Return the spectators' messages, which a player may read after the end."""
        return [one for one in self.messages if one.message.room != own_room(self.match, self.viewer)]

    @property
    def nothing_said(self) -> str:
        """What is read before the first message."""
        if self.opponent:
            return gettext("Nothing said yet. Only the two of you read this.")
        return gettext("Nothing said yet. The players read this after the match.")

    @property
    def opponent(self) -> User | None:
        """Return the opponent of a viewer who plays in this match; None for a spectator."""
        seat = self.match.seat_of(self.viewer)
        return self.match.player(seat.other) if seat else None

    @property
    def key(self) -> object:
        """Return plain values that say everything shown."""
        messages = [(one.message.pk, str(one.message.author), bool(one.message.erased_at)) for one in self.messages]
        return self.on, self.hidden, messages


@dataclass(frozen=True)
class Talk:
    """A chat of one room for one viewer, the oldest line first; `hidden` counts those of muted and blocked authors.

    `nothing_said` is read before the first one.
    """

    on: bool
    own: tuple[ReadLine[Any], ...]
    hidden: int
    nothing_said: str

    @property
    def key(self) -> object:
        """Return plain values that say everything shown."""
        lines = [
            (one.message.pk, str(one.message.author), bool(one.message.erased_at), bool(one.removal_path))
            for one in self.own
        ]
        return self.on, self.hidden, lines


def talk_of(
    lines: QuerySet[LineT], viewer: User, read_line: Callable[[LineT], ReadLine[LineT]], nothing_said: str
) -> Talk:
    """Return the latest of these lines, without those of whom the viewer has muted or blocked."""
    if _silent(viewer.pk):
        return Talk(False, (), 0, nothing_said)
    latest = list(lines.select_related("author").order_by("-pk")[:SHOWN])
    unwanted = unwanted_by(viewer) if latest else set()
    visible = tuple(read_line(line) for line in reversed(latest) if line.author_id not in unwanted)
    return Talk(True, visible, len(latest) - len(visible), nothing_said)


def own_room(match: Match, viewer: User) -> Message.Room:
    """Return the room in which this viewer writes."""
    return Message.Room.WATCHERS if match.seat_of(viewer) is None else Message.Room.PLAYERS


def rooms_of(match: Match, viewer: User | None) -> list[Message.Room]:
    """Return the rooms that this viewer may read now; none without a signed-in user."""
    if viewer is None:
        return []
    own = own_room(match, viewer)
    return [Message.Room.PLAYERS, Message.Room.WATCHERS] if match.finished_at and own == Message.Room.PLAYERS else [own]


def chat_of(match: Match, viewer: User | None) -> Chat | None:
    """Return the chat for this viewer; None without a signed-in user, and in matches against a computer."""
    if viewer is None:
        return None
    seat = match.seat_of(viewer)
    if seat and match.player(seat.other).is_computer:
        return None
    if _silent(viewer.pk):
        return Chat(match, viewer, False, (), 0)
    latest = list(readable(match, viewer).order_by("-pk")[:SHOWN]) if _some_message(match.pk) else []
    unwanted = unwanted_by(viewer) if latest else set()
    messages = tuple(
        ReadMessage(message, message.author_id == viewer.pk)
        for message in reversed(latest)
        if message.author_id not in unwanted
    )
    own_latest = max((message.pk for message in latest if message.author_id == viewer.pk), default=0)
    oldest = latest[-1].pk if len(latest) == SHOWN else 0
    return Chat(match, viewer, True, messages, len(latest) - len(messages), own_latest or oldest)


def readable(match: Match, viewer: User | None) -> QuerySet[Message]:
    """Return the messages of the match that this viewer may read now, from all authors, with their authors."""
    return Message.objects.filter(match=match, room__in=rooms_of(match, viewer)).select_related("author")


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


def has_muted(reader: int, author: int) -> bool:
    """Return whether a reader has muted an author, both given by their keys."""
    return Mute.objects.filter(by=reader, of=author).exists()


def is_deaf(reader: int, author: int) -> bool:
    """Return whether a reader has muted an author, or switched all chat off; both are given by their keys."""
    return bool(_silent(reader)) or has_muted(reader, author)


def unwanted_by(viewer: User) -> set[int]:
    """Return the keys of users whose messages the viewer does not see: muted, blocked, or blocking the viewer."""
    blocks = Block.objects.filter(Q(by=viewer) | Q(of=viewer)).values_list("by_id", "of_id")
    mutes = Mute.objects.filter(by=viewer).values_list("of_id", flat=True)
    return ({key for pair in blocks for key in pair} | set(mutes)) - {viewer.pk}


_spaces = re.compile(r"\s+")
_loose_joiners = re.compile(f"(?<!\\S)[{JOINERS}]+|[{JOINERS}]+(?!\\S)|(?<=[{JOINERS}])[{JOINERS}]+")


def sanitize(text: str) -> str:
    """Return the text without control, direction and zero-width characters, with single spaces and few marks."""
    visible = "".join(filter(None, map(_visible, unicodedata.normalize("NFC", text))))
    return _spaces.sub(" ", _loose_joiners.sub("", _limit_marks(visible))).strip()


def sanitize_lines(text: str) -> str:
    """Return a text of several lines in the same way, line by line."""
    return "\n".join(map(sanitize, text.splitlines())).strip()


def _visible(char: str) -> str:
    """Return the character, a space for one that separates words, or an empty string."""
    if char.isspace():
        return " "
    if char in JOINERS:
        return char
    return "" if unicodedata.category(char) in UNSEEN or char in BLANKS else char


def _limit_marks(text: str) -> str:
    chars: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            chars.append(char)
    return "".join(chars)
