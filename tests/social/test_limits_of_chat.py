"""How long a message may be, who may write to whom, and who sees the button."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from core import clock
from games.computers.services import find_computer
from games.matches.models import Match
from games.social import partials
from games.social.errors import OpponentChatOff, SwitchedOff, TooLong
from games.social.models import LONGEST_TEXT
from games.social.moderation import ModerationActionForm
from games.social.services import LONGEST_TYPED, check_chat, clean_text, switch
from tests.notifications.conftest import begin

pytestmark = pytest.mark.sql


def test_the_longest_message_may_be_typed_and_one_sign_more_may_not(anna: User) -> None:
    assert clean_text("x" * LONGEST_TEXT, anna) == "x" * LONGEST_TEXT
    words = "x" * LONGEST_TEXT
    assert clean_text(words + " " * (LONGEST_TYPED - LONGEST_TEXT), anna) == words
    for text in ("x" * (LONGEST_TEXT + 1), words + " " * (LONGEST_TYPED - LONGEST_TEXT + 1)):
        with pytest.raises(TooLong):
            clean_text(text, anna)


def test_who_switched_chat_on_again_is_written_to(match: Match, anna: User, bob: User) -> None:
    switch(bob, talks=False)
    with pytest.raises(OpponentChatOff):
        check_chat(match, anna)
    with pytest.raises(SwitchedOff):
        check_chat(match, bob)
    switch(bob, talks=True)
    check_chat(match, anna)
    check_chat(match, bob)


def test_the_button_of_the_chat_is_for_who_may_talk_to_a_person(
    match: Match, anna: User, bob: User, carl: User
) -> None:
    def has_button(match: Match, user: User | AnonymousUser) -> bool:
        return partials.chat_button({"match": match, "user": user}) is not None

    assert [has_button(match, user) for user in (anna, bob, carl, AnonymousUser())] == [True, True, True, False]
    alone = begin(anna, find_computer(1))
    assert [has_button(alone, user) for user in (anna, carl)] == [False, True]
    assert partials.settings_panel({"user": AnonymousUser()}) is None


def test_staff_mute_until_a_moment_that_is_to_come(anna: User) -> None:
    with time_machine.travel(clock.now().replace(microsecond=0), tick=False):
        for shift, is_future in ((0, False), (1, True)):
            until = f"{clock.now() + timedelta(seconds=shift):%Y-%m-%d %H:%M:%S}"
            form = ModerationActionForm({"kind": "silence", "whom": anna.pk, "why": "Rude.", "until": until})
            assert ("until" not in form.errors) is is_future
