"""Permissions and limits of the chat: authors, rooms, lengths and rates."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone, translation
from pytest_django import Settings

from accounts.models import User
from accounts.services import block
from games.matches.hooks import message_written
from games.matches.models import Match
from games.matches.play.services import find_match, resign
from games.social.chat import PHRASES, SHOWN, chat_of
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
from games.social.following import mute, unmute
from games.social.models import LONGEST_TEXT, ChatSettings, Message
from games.social.moderation import erase
from games.social.partials import CHAT, message_form_context
from games.social.services import say, switch
from tests.hooks import plugged
from tests.social.conftest import heard


def test_anna_and_bob_chat_and_carl_hears_nothing_of_it(match: Match, anna: User, bob: User, carl: User) -> None:
    say(match, anna, text="Hello bob")
    say(match, bob, phrase="luck")
    assert heard(match, anna) == heard(match, bob) == ["Hello bob", "Good luck!"]
    assert heard(match, carl) == []


def test_a_phrase_can_be_said_again_after_a_hundred_answers(match: Match, anna: User, bob: User) -> None:
    def token() -> str:
        return str(message_form_context(match, anna, chat_of(match, anna))["token"])

    say(match, anna, phrase="hello", token=token())
    now = timezone.now()
    Message.objects.bulk_create(
        Message(match=match, room=Message.Room.PLAYERS, author=bob, text="hm", made_at=now) for _number in range(SHOWN)
    )
    say(match, anna, phrase="hello", token=token())
    assert Message.objects.filter(author=anna).count() == 2


def test_those_who_watch_have_their_own_which_players_read_after_the_end(
    match: Match, anna: User, bob: User, carl: User, guest: User
) -> None:
    say(match, carl, text="anna plays well")
    say(match, guest, phrase="wow")
    say(match, bob, text="we two")
    assert heard(match, carl) == heard(match, guest) == ["anna plays well", "Wow!"]
    assert heard(match, anna) == ["we two"]
    resign(match.pk, anna)
    match = find_match(match.pk)
    assert heard(match, anna) == ["anna plays well", "Wow!", "we two"]
    assert heard(match, carl) == ["anna plays well", "Wow!"]


def test_a_phrase_is_read_in_the_readers_language(match: Match, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    message = say(match, anna, phrase="hello")
    assert (message.text, message.phrase) == ("", "hello")
    monkeypatch.setitem(PHRASES, "hello", translation.gettext_lazy("Lobby"))  # a sentence that is already translated
    with translation.override("en"):
        assert heard(match, anna) == ["Lobby"]
    with translation.override("nl"):
        assert heard(match, anna) == [translation.gettext("Lobby")]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("", EmptyMessage), (" \n\u200b\u202e ", EmptyMessage), ("x" * 201, TooLong), ("\u200b" * 100_000, TooLong)],
)
def test_what_cannot_be_said(match: Match, anna: User, text: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        say(match, anna, text=text)
    assert not Message.objects.exists()


def test_the_longest_text_fits(match: Match, anna: User) -> None:
    assert len(say(match, anna, text="é" * LONGEST_TEXT).text) == LONGEST_TEXT


def test_a_phrase_that_is_none(match: Match, anna: User) -> None:
    with pytest.raises(NoSuchPhrase):
        say(match, anna, phrase="<script>")


def test_guests_choose_from_the_phrases(match: Match, guest: User) -> None:
    assert say(match, guest, phrase="wow").author == guest
    with pytest.raises(PhrasesOnly):
        say(match, guest, text="wow")


def test_talking_too_fast_is_refused_until_it_is_not(match: Match, anna: User, bob: User, settings: Settings) -> None:
    settings.RATE_LIMITS = {"chat": "5/10s/user"}
    for number in range(5):
        say(match, anna, text=f"{number}")
    with pytest.raises(TooFast):
        say(match, anna, text="and more")
    say(match, bob, text="I may")
    settings.RATE_LIMITS = {}
    say(match, anna, text="later")
    assert Message.objects.count() == 7


def test_pressed_twice_is_said_once(match: Match, anna: User) -> None:
    first = say(match, anna, text="Hello", token="t1")
    assert say(match, anna, text="Hello", token="t1") == first
    assert say(match, anna, text="Hello", token="t2") != first


def test_another_tab_with_the_same_token_says_something_else(match: Match, anna: User) -> None:
    say(match, anna, text="Hello", token="t1")
    say(match, anna, text="Goodbye", token="t1")
    for phrase in ("hello", "bye"):
        say(match, anna, phrase=phrase, token="t2")
    assert heard(match, anna) == ["Hello", "Goodbye", "Hello!", "Goodbye!"]


def test_the_switch_closes_eyes_and_mouth(match: Match, anna: User, bob: User) -> None:
    say(match, bob, text="Hello")
    switch(anna, False)
    assert heard(match, anna) == []
    with pytest.raises(SwitchedOff):
        say(match, anna, phrase="hello")
    with pytest.raises(OpponentChatOff, match="anna has turned the chat off"):
        say(match, bob, text="Are you there?")
    switch(anna, True)
    assert heard(match, anna) == ["Hello"]


def test_who_watches_talks_on_when_a_player_has_switched_off(match: Match, anna: User, carl: User) -> None:
    switch(anna, False)
    say(match, carl, phrase="wow")
    assert heard(match, carl) == ["Wow!"]


def test_blocked_players_do_not_chat(match: Match, anna: User, bob: User) -> None:
    say(match, anna, text="Hello")
    block(by=bob, of=anna)
    for player in (anna, bob):
        with pytest.raises(NoChat):
            say(match, player, phrase="hello")
    assert heard(match, bob) == []


def test_blocked_watchers_do_not_read_each_other(match: Match, carl: User, guest: User) -> None:
    say(match, carl, text="Hello")
    block(by=guest, of=carl)
    say(match, guest, phrase="wow")
    assert heard(match, carl) == ["Hello"]
    assert heard(match, guest) == ["Wow!"]


def test_whom_anna_mutes_she_does_not_read(match: Match, anna: User, bob: User) -> None:
    say(match, bob, text="Grr")
    mute(anna, bob)
    say(match, bob, text="Grr again")
    assert heard(match, anna) == []
    assert heard(match, bob) == ["Grr", "Grr again"]
    unmute(anna, bob)
    assert heard(match, anna) == ["Grr", "Grr again"]


def test_someone_silenced_is_told_until_when_and_why(match: Match, anna: User) -> None:
    until = timezone.now() + timedelta(days=1)
    ChatSettings.objects.create(user=anna, silent_until=until, silent_why="Be kind.")
    with pytest.raises(Silenced, match=r"until .*\sUTC. Reason: Be kind\."):
        say(match, anna, phrase="hello")
    ChatSettings.objects.update(silent_until=timezone.now())
    say(match, anna, phrase="hello")


def test_a_week_after_the_end_the_conversation_closes(
    match: Match, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    resign(match.pk, anna)
    match = find_match(match.pk)
    say(match, bob, phrase="well")
    later = timezone.now() + timedelta(days=8)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    with pytest.raises(ChatOver):
        say(match, anna, phrase="thanks")
    assert heard(match, anna) == ["Well played!"]


def test_no_one_talks_to_a_computer_or_to_who_has_left(match: Match, anna: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_computer=True)
    with pytest.raises(NoChat):
        say(find_match(match.pk), anna, phrase="hello")
    User.objects.filter(pk=bob.pk).update(is_computer=False, is_active=False)
    with pytest.raises(NoChat):
        say(find_match(match.pk), anna, phrase="hello")


def test_other_apps_hear_of_what_the_opponent_wants_to_read(match: Match, anna: User, bob: User, carl: User) -> None:
    written: list[tuple[Match, User, int]] = []

    def listen(match: Match, author: User, number: int) -> None:
        written.append((match, author, number))

    with plugged(message_written, listen):
        message = say(match, anna, phrase="hello")
        say(match, carl, phrase="wow")
        mute(anna, bob)
        say(match, bob, phrase="hello")
    assert written == [(match, anna, message.pk)]


def test_an_open_page_is_brought_the_erased_form_of_a_message(match: Match, anna: User, bob: User) -> None:
    def shown(reader: User) -> tuple[str, str]:
        chat = CHAT.of(match, reader)
        assert chat
        return chat.version, str(chat)

    message = say(match, bob, text="Grr")
    before = {reader: shown(reader) for reader in (anna, bob)}
    erase(message)
    for reader, (version, html) in before.items():
        changed, erased = shown(reader)
        assert "Grr" in html
        assert "Grr" not in erased
        assert changed != version
    assert shown(anna) == shown(anna)
