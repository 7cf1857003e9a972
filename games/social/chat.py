"""What one viewer may read of the conversations of a match.

Players talk among themselves and watchers among themselves. Nobody reads the other room while the match runs; after
the end the players may read the watchers' room, and the players' room stays theirs for good.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet

from accounts.models import Block, User
from games.matches.models import Match
from games.social.models import ChatSettings, Message, Mute
from games.social.quick_chat import PHRASES

SHOWN = 100  # of the latest messages of a match; the others stand on the page of the whole conversation


@dataclass(frozen=True)
class Line:
    """One message as the viewer reads it."""

    message: Message
    mine: bool

    @property
    def text(self) -> str:
        """The words, a phrase in the reader's language; empty where they were erased."""
        phrase = self.message.phrase
        return str(PHRASES.get(phrase, phrase)) if phrase else self.message.text


@dataclass(frozen=True)
class Talk:
    """The conversations of a match for one viewer, the latest messages last; `hidden` were said by somebody muted."""

    match: Match
    viewer: User
    on: bool
    lines: tuple[Line, ...]
    hidden: int

    @property
    def own(self) -> list[Line]:
        """What was said in the viewer's own room."""
        return [line for line in self.lines if line.message.room == own_room(self.match, self.viewer)]

    @property
    def watchers(self) -> list[Line]:
        """What the watchers said, for a player after the end."""
        return [line for line in self.lines if line.message.room != own_room(self.match, self.viewer)]

    @property
    def latest(self) -> int:
        """The key of what the viewer said last, 0 if nothing."""
        return max((line.message.pk for line in self.lines if line.mine), default=0)

    @property
    def opponent(self) -> User | None:
        """With whom the viewer talks; None for somebody who watches."""
        seat = self.match.seat_of(self.viewer)
        return self.match.player(seat.other) if seat else None

    @cached_property
    def mark(self) -> str:
        """Changes with everything that is shown."""
        shown = [(one.message.pk, str(one.message.author), bool(one.message.erased_at)) for one in self.lines]
        return hashlib.sha256(repr((self.on, self.hidden, shown)).encode()).hexdigest()[:12]


def own_room(match: Match, viewer: User) -> Message.Room:
    """Where this viewer belongs."""
    return Message.Room.WATCHERS if match.seat_of(viewer) is None else Message.Room.PLAYERS


def rooms_of(match: Match, viewer: User | None) -> list[Message.Room]:
    """Which rooms this viewer may read now; none for somebody who is not signed in."""
    if viewer is None:
        return []
    own = own_room(match, viewer)
    return [Message.Room.PLAYERS, Message.Room.WATCHERS] if match.finished_at and own == Message.Room.PLAYERS else [own]


def talk_of(match: Match, viewer: User | None) -> Talk | None:
    """What this viewer reads beside the board; None for strangers, and against a computer, which does not talk."""
    if viewer is None:
        return None
    seat = match.seat_of(viewer)
    if seat and match.player(seat.other).is_computer:
        return None
    if ChatSettings.objects.filter(user=viewer, talks=False).exists():
        return Talk(match, viewer, False, (), 0)
    latest = list(readable(match, viewer).order_by("-pk")[:SHOWN])
    unwanted = unwanted_by(viewer)
    kept = [message for message in reversed(latest) if message.author_id not in unwanted]
    lines = tuple(Line(message, message.author_id == viewer.pk) for message in kept)
    return Talk(match, viewer, True, lines, len(latest) - len(kept))


def readable(match: Match, viewer: User | None) -> QuerySet[Message]:
    """The messages of the match that this viewer may read now, whoever said them, with their authors."""
    return Message.objects.filter(match=match, room__in=rooms_of(match, viewer)).select_related("author")


def unwanted_by(viewer: User) -> set[int]:
    """The keys of those whose words the viewer is spared: muted, blocked, or who blocked the viewer."""
    blocks = Block.objects.filter(Q(by=viewer) | Q(of=viewer)).values_list("by_id", "of_id")
    muted = Mute.objects.filter(by=viewer).values_list("of_id", flat=True)
    return ({key for pair in blocks for key in pair} | set(muted)) - {viewer.pk}
