"""The only code, beside `following` and `moderation`, that writes social data: messages, chat settings, reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User
from accounts.services import blocked_between
from core import clock, limits
from core.prepared import PreparedRows
from games.matches.errors import Refused
from games.matches.hooks import message_written
from games.matches.models import Match
from games.matches.play.updates import announce_live_partial
from games.social.chat import PHRASES, LineT, has_muted, own_room, sanitize
from games.social.errors import (
    ChatOver,
    EmptyMessage,
    NoChat,
    NoSuchPhrase,
    NotYou,
    OpponentChatOff,
    PhrasesOnly,
    PupilsChoose,
    Silenced,
    SwitchedOff,
    TooFast,
    TooLong,
    TooManyReports,
)
from games.social.models import LONGEST_STORY, LONGEST_TEXT, ChatSettings, Comment, Favourite, Message, Mute, Report

CHAT = "chat_messages"  # the live partial of a match page
STAYS_OPEN = timedelta(days=7)  # after the end of the match
LONGEST_TYPED = 4 * LONGEST_TEXT  # characters; longer input is refused before it is sanitized
KEPT = timedelta(days=365)  # after a report was closed: long enough to see a player's history
BATCH = 1000  # rows changed in one pass


def announce(match_id: str) -> None:
    """Have every open page with the chat of this match reload it; call this after the commit."""
    announce_live_partial(match_id, CHAT)


def say(match: Match, author: User, *, text: str = "", phrase: str = "", token: str = "") -> Message:
    """Store a text, or the phrase with this key, in the author's room of the match. Raises Refused.

    `token` is an idempotency key: a repeated request, as by a double click, returns the stored message.
    """
    words = words_of(text, phrase, author)
    check_chat(match, author)
    message = Message(match=match, room=own_room(match, author), author=author, text=words, phrase=phrase, token=token)
    return write_once(message, _write)


def write_once(line: LineT, store: Callable[[LineT], object]) -> LineT:
    """Store a line of any chat, or return the one that the author has stored with its token. Raises TooFast."""
    earlier = _earlier(line)
    if earlier is None:
        if not limits.admit_account(line.author_id, "chat"):
            raise TooFast
        try:
            store(line)
        except IntegrityError:  # a concurrent request of the same author, or the other of two clicks, came first
            earlier = _earlier(line)
            if earlier is None:
                raise
        else:
            return line
    if all(getattr(earlier, name) == getattr(line, name) for name in (line.of, "text", "phrase")):
        return earlier
    line.token = ""  # another window has used it for another line
    return write_once(line, store)


def form_of_chat(check: Callable[[], object], token: str, here: str) -> dict[str, object]:
    """Return the context of a form: why it is closed, the phrases, the next idempotency key, and the address."""
    refusal = None
    try:
        check()
    except Refused as refused:
        refusal = refused
    return {"refusal": refusal, "phrases": PHRASES, "token": token, "here": here}


def words_of(text: str, phrase: str, author: User) -> str:
    """Return what is stored as text of a line: none of a phrase, else the sanitized text. Raises Refused."""
    if phrase and phrase not in PHRASES:
        raise NoSuchPhrase
    return "" if phrase else clean_text(text, author)


def clean_text(text: str, author: User) -> str:
    """Return the sanitized text; raises Refused if it is empty, too long, or typed by a guest."""
    if len(text) > LONGEST_TYPED:
        raise TooLong
    words = sanitize(text)
    if not words:
        raise EmptyMessage
    if author.is_guest:
        raise PupilsChoose if author.is_pupil else PhrasesOnly
    if len(words) > LONGEST_TEXT:
        raise TooLong
    return words


_settings_of_two = PreparedRows(lambda *both: ChatSettings.objects.filter(user__in=both), int, int)


def check_talks(own: ChatSettings | None) -> None:
    """Raise Refused if the settings of an author let them write nowhere now."""
    if own and not own.talks:
        raise SwitchedOff
    if own and own.silent_until and own.silent_until > clock.now():
        raise Silenced(own.silent_until, own.silent_why)


def check_chat(match: Match, author: User) -> None:
    """Raise Refused if this user may not write in their room of the match now."""
    other = _other(match, author)
    chat_settings = {one.user_id: one for one in _settings_of_two(author.pk, other.pk if other else author.pk)}
    check_talks(chat_settings.get(author.pk))
    if match.finished_at and match.finished_at < clock.now() - STAYS_OPEN:
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
        transaction.on_commit(partial(announce, message.match_id))


def _earlier(line: LineT) -> LineT | None:
    lines = type(line)._default_manager.filter(author=line.author_id, token=line.token)
    return lines.first() if line.token else None


def report(
    by: User,
    about: User,
    *,
    reason: str,
    story: str = "",
    match: Match | None = None,
    message: Message | None = None,
    subject: str = "",
) -> Report:
    """Report a player; while a report on the same subject is open, return that one. Raises Refused.

    The subject of another app is its key at `hooks.reported_texts`.
    """
    if by.pk == about.pk:
        raise NotYou
    subject = subject or _subject(about, match, message)
    if open_report := _open_report(by, subject):
        return open_report
    if not limits.admit_account(by.pk, "reports"):
        raise TooManyReports
    new_report = Report(by=by, about=about, match=match, message=message, subject=subject, reason=reason)
    new_report.story, new_report.made_at = sanitize(story)[:LONGEST_STORY], clock.now()
    try:
        with transaction.atomic():
            new_report.save(force_insert=True)
    except IntegrityError:
        if open_report := _open_report(by, subject):
            return open_report
        raise
    return new_report


def _subject(about: User, match: Match | None, message: Message | None) -> str:
    if message:
        return f"message:{message.pk}"
    return f"match:{match.pk}:{about.pk}" if match else f"player:{about.pk}"


def _open_report(by: User, subject: str) -> Report | None:
    return Report.objects.filter(by=by, subject=subject, closed_at=None).first()


def delete_old_reports(now: datetime | None = None) -> int:
    """Delete reports closed more than a year ago; return the number of reports deleted or erased.

    Of reports that led to a moderation action the text is erased: the log of actions, which is append-only, refers to
    the row.
    """
    old = Report.objects.filter(closed_at__lt=(now or clock.now()) - KEPT).order_by("pk")
    plain = list(old.filter(moderation_actions=None).values_list("pk", flat=True)[:BATCH])
    in_log = list(old.exclude(moderation_actions=None).exclude(story="").values_list("pk", flat=True)[:BATCH])
    Report.objects.filter(pk__in=in_log).update(story="")
    Report.objects.filter(pk__in=plain).delete()
    return len(plain) + len(set(in_log))


def delete_social_data(user: User) -> None:
    """Erase this user's texts, follows and mutes. Others still see that a message or a comment was written."""
    texts = Message.objects.filter(author=user).exclude(text="")
    matches = set(texts.values_list("match_id", flat=True))
    with transaction.atomic():
        for lines in (texts, Comment.objects.filter(author=user).exclude(text="")):
            lines.update(text="", erased_at=clock.now())
        Report.objects.filter(by=user).update(story="")
        for relation in (Favourite, Mute):
            relation.objects.filter(Q(by=user) | Q(of=user)).delete()
        ChatSettings.objects.filter(user=user).delete()
    for match_id in matches:
        transaction.on_commit(partial(announce, match_id))


def announce_ends(matches: Sequence[Match]) -> None:
    """Have open pages reload chats in which spectators wrote: after the end, players may read their room."""
    messages = Message.objects.filter(match__in=matches, room=Message.Room.WATCHERS)
    for match_id in messages.order_by().values_list("match", flat=True).distinct():
        announce(match_id)


def announce_end(match: Match) -> None:
    """Have open pages of one match reload the chat if spectators wrote."""
    announce_ends([match])
