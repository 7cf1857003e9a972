"""Sending messages, and switching chat on or off."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.services import blocked_between
from core import clock, limits
from core.db.prepared import PreparedRows
from games.matches.hooks import message_written
from games.matches.models import Match
from games.social import live
from games.social.chat import has_muted, own_room
from games.social.errors import (
    ChatOver,
    EmptyMessage,
    NoChat,
    NoSuchPhrase,
    OpponentChatOff,
    PhrasesOnly,
    Silenced,
    SwitchedOff,
    TooFast,
    TooLong,
)
from games.social.models import LONGEST_TEXT, ChatSettings, Message
from games.social.quick_chat import PHRASES
from games.social.sanitize import sanitize

STAYS_OPEN = timedelta(days=7)  # after the end of the match
LONGEST_TYPED = 4 * LONGEST_TEXT  # characters; longer input is refused before it is sanitized


def say(match: Match, author: User, *, text: str = "", phrase: str = "", token: str = "") -> Message:
    """Store a text, or the phrase with this key, in the author's room of the match. Raises Refused.

    `token` is an idempotency key: a repeated request, as by a double click, returns the stored message.
    """
    words = "" if phrase else clean_text(text, author)
    if phrase and phrase not in PHRASES:
        raise NoSuchPhrase
    check_chat(match, author)
    if earlier := _earlier(author, token):
        if (earlier.text, earlier.phrase) == (words, phrase):
            return earlier
        token = ""  # a concurrent request of the same author used the token for another message
    if not limits.admit_account(author.pk, "chat"):
        raise TooFast
    message = Message(match=match, room=own_room(match, author), author=author, text=words, phrase=phrase, token=token)
    try:
        _write(message)
    except IntegrityError:  # a concurrent request of the same author, or the other of two clicks, came first
        earlier = _earlier(author, token)
        if earlier is None:
            raise
        is_same = (earlier.text, earlier.phrase) == (words, phrase)
        return earlier if is_same else say(match, author, text=text, phrase=phrase)
    return message


def clean_text(text: str, author: User) -> str:
    """Return the sanitized text; raises Refused if it is empty, too long, or typed by a guest."""
    if len(text) > LONGEST_TYPED:
        raise TooLong
    words = sanitize(text)
    if not words:
        raise EmptyMessage
    if author.is_guest:
        raise PhrasesOnly
    if len(words) > LONGEST_TEXT:
        raise TooLong
    return words


_settings_of_two = PreparedRows(lambda *both: ChatSettings.objects.filter(user__in=both), int, int)


def check_chat(match: Match, author: User) -> None:
    """Raise Refused if this user may not write in their room of the match now."""
    other = _other(match, author)
    chat_settings = {one.user_id: one for one in _settings_of_two(author.pk, other.pk if other else author.pk)}
    own = chat_settings.get(author.pk)
    now = clock.now()
    if own and not own.talks:
        raise SwitchedOff
    if own and own.silent_until and own.silent_until > now:
        raise Silenced(own.silent_until, own.silent_why)
    if match.finished_at and match.finished_at < now - STAYS_OPEN:
        raise ChatOver
    if other is None:
        return
    if other.is_computer or not other.is_active or blocked_between(author, other):
        raise NoChat
    if other.pk in chat_settings and not chat_settings[other.pk].talks:
        raise OpponentChatOff(other)


def switch(user: User, talks: bool) -> None:
    """Switch all chat of this user on or off, now and in future matches."""
    ChatSettings.objects.update_or_create(user=user, defaults={"talks": talks})


def _other(match: Match, user: User) -> User | None:
    seat = match.seat_of(user)
    return match.player(seat.other) if seat else None


def _write(message: Message) -> None:
    message.made_at = clock.now()
    with transaction.atomic():
        message.save(force_insert=True)
        other = _other(message.match, message.author)
        if other and not has_muted(other.pk, message.author_id):
            for tell in message_written:
                tell(message.match, message.author, message.pk)
        transaction.on_commit(partial(live.announce, message.match_id))


def _earlier(author: User, token: str) -> Message | None:
    return Message.objects.filter(author=author, token=token).first() if token else None
