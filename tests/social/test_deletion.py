"""A user's messages are exported, and erased with the account."""

from __future__ import annotations

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.services import delete_account, delete_stale_guests
from games.matches.models import Match
from games.matches.play.services import find_match
from games.social import services
from games.social.following import follow, mute
from games.social.models import Message, Report
from games.social.services import report, say, switch
from tests.exports import export_of
from tests.social.conftest import SECRET, heard

pytestmark = pytest.mark.sql


def test_the_texts_go_the_phrases_stay_and_bob_keeps_his_side(match: Match, anna: User, bob: User) -> None:
    say(match, anna, text=SECRET)
    say(match, anna, phrase="luck")
    say(match, bob, text="Thanks!")
    report(anna, bob, reason="other", story=SECRET)
    delete_account(anna)
    assert heard(find_match(match.pk), bob) == ["", "Good luck!", "Thanks!"]
    first = Message.objects.select_related("author").order_by("pk")[0]
    assert first.erased_at
    assert str(first.author) == "Deleted player"
    assert not Report.objects.exclude(story="").exists()


def test_open_pages_hear_of_the_erased_texts_after_the_commit(
    match: Match,
    anna: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    say(match, anna, text=SECRET)
    told: list[str] = []
    monkeypatch.setattr(services, "announce", told.append)
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(anna)
        assert told == []  # a page that reads the chat now would still find her words
    assert told == [match.pk]


def test_the_file_holds_annas_words_and_not_bobs(match: Match, anna: User, bob: User) -> None:
    say(match, anna, text="Hello")
    say(match, anna, phrase="luck")
    say(match, bob, text=SECRET)
    follow(anna, bob)
    mute(anna, bob)
    report(anna, bob, reason="spam", story="He sells things.")
    report(bob, anna, reason="insult", story="She does not.")
    switch(anna, False)
    data = json.loads(json.dumps(export_of(anna), cls=DjangoJSONEncoder))["social"]
    assert [(message["text"], message["phrase"], message["match"]) for message in data["messages"]] == [
        ("Hello", "", match.pk),
        ("", "luck", match.pk),
    ]
    assert [one["name"] for one in (*data["favourites"], *data["muted"])] == ["bob", "bob"]
    assert [(one["name"], one["story"]) for one in data["reports"]] == [("bob", "He sells things.")]
    assert data["conversations"] is False
    assert SECRET not in str(data)
    assert "She does not" not in str(data)


def test_a_guest_who_talked_is_forgotten_all_the_same(match: Match, guest: User, carl: User) -> None:
    say(match, guest, phrase="wow")
    long_ago = guest.date_joined.replace(year=2020)
    User.objects.filter(pk=guest.pk).update(date_joined=long_ago, seen_at=long_ago)
    assert delete_stale_guests(carl.date_joined) == 1
    guest.refresh_from_db()
    assert not guest.is_active
    assert heard(match, carl) == ["Wow!"]
