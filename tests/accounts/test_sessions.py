"""Open pages are told when their session ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.cached_db import SessionStore
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings
from pytest_django.asserts import assertContains

from accounts import sessions
from accounts.models import User
from accounts.services import delete_account
from core.live import fanout
from tests.accounts.proof import prove
from tests.conftest import PASSWORD

pytestmark = pytest.mark.sql

Subscriber = Callable[[], list[str]]


def scope_of(browser: Client, user: User | None = None) -> dict[str, Any]:  # of any type, as in Channels
    return {"session": browser.session, "user": user}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of topics that were told that their session has ended."""
    topics: list[str] = []
    monkeypatch.setattr(sessions, "_tell", topics.append)
    return topics


def test_signing_out_tells_this_browser_only(anna: User, signed_in: Callable[[User], Client], told: list[str]) -> None:
    here, elsewhere = signed_in(anna), signed_in(anna)
    topic = sessions.topics_of(scope_of(here))[0]
    assert topic != sessions.topics_of(scope_of(elsewhere))[0]
    here.post("/accounts/logout/")
    assert told == [topic]


def test_by_then_the_session_is_gone(
    anna: User, signed_in: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = signed_in(anna)
    key = browser.session.session_key
    assert key
    still_there: list[bool] = []
    monkeypatch.setattr(sessions, "_tell", lambda topic: still_there.append(SessionStore().exists(key)))
    browser.post("/accounts/logout/")
    assert still_there == [False]


def test_a_guest_who_signs_in_as_anna_leaves_the_old_pages(
    guest: User, anna: User, signed_in: Callable[[User], Client], told: list[str]
) -> None:
    browser = signed_in(guest)
    topic = sessions.topics_of(scope_of(browser))[0]
    browser.post("/accounts/login/", {"login": "anna", "password": "a guess"})
    assert told == []
    browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert told == [topic]


def test_a_guest_who_signs_up_keeps_the_open_pages(
    guest: User, signed_in: Callable[[User], Client], told: list[str]
) -> None:
    browser = signed_in(guest)
    assert browser.post("/accounts/signup/", {"username": "Dora", "password1": PASSWORD}).status_code == 302
    assert (User.objects.get().username, told) == ("Dora", [])


@pytest.mark.parametrize("planted", [True, False], ids=["a session of the site", "an invented one"])
def test_a_planted_session_is_not_signed_in_with_its_victim(anna: User, planted: bool) -> None:
    attacker, victim = Client(), Client()
    attacker.post("/accounts/guest/")
    key = attacker.session.session_key if planted else "a" * 32
    for browser in (attacker, victim):
        browser.cookies[settings.SESSION_COOKIE_NAME] = str(key)
    victim.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert victim.session["_auth_user_id"] == str(anna.pk)
    assert victim.session.session_key != key
    assert attacker.session.get("_auth_user_id") != str(anna.pk)


def test_a_new_password_and_a_deletion_tell_all_pages_of_the_player(
    anna: User,
    signed_in: Callable[[User], Client],
    told: list[str],
    no_one_else: None,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    browser = signed_in(anna)
    topics = sessions.topics_of(scope_of(browser, anna))
    new = {"oldpassword": PASSWORD, "password1": "letters are fine", "password2": "letters are fine"}
    browser.post("/accounts/password/change/", new)
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(anna)
    assert told == [topics[1], topics[1]]


def test_topics_give_no_key_away(anna: User, signed_in: Callable[[User], Client]) -> None:
    scope = scope_of(signed_in(anna), anna)
    assert len(sessions.topics_of(scope)) == 2
    assert all(scope["session"].session_key not in topic for topic in sessions.topics_of(scope))
    assert sessions.topics_of({}) == []


def test_a_browser_used_every_day_is_asked_to_sign_in_after_a_year(
    anna: User, guest: User, signed_in: Callable[[User], Client], settings: Settings
) -> None:
    browser, proving, guests = signed_in(anna), signed_in(anna), signed_in(guest)
    assert settings.SESSION_LONGEST == 365
    begin = timezone.now()
    for day in (100, 200, 300):
        with time_machine.travel(begin + timedelta(days=day)):
            assert browser.get("/accounts/settings/").status_code == 200
            proving.get("/accounts/settings/")
            guests.get("/lobby/")
            browser.post("/accounts/settings/", {"theme": "dark", "confirm": "never"})  # writes no session
            for one in (browser, proving, guests):
                one.session.save()  # as a use that writes does: 180 days more
            if day == 300:
                prove(proving)
    with time_machine.travel(begin + timedelta(days=366)):
        socket = {"session": browser.session, "user": anna}
        assert not sessions.still_signed_in(socket)
        answer = browser.get("/accounts/settings/", follow=True)
        assert answer.redirect_chain[0][0].startswith("/accounts/login/")
        assertContains(answer, "You have been signed in for a long time. Please sign in again.")
        assert proving.get("/accounts/settings/").status_code == 200
        assert guests.get("/accounts/settings/").status_code == 200


def test_a_session_of_before_the_limit_gets_a_year_from_now(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    session = browser.session
    del session[sessions.PROVED_AT]
    session.save()
    assert browser.get("/accounts/settings/").status_code == 200
    assert sessions.PROVED_AT in browser.session


class Listener:
    """A subscriber that keeps the types of its events."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[object] = asyncio.Queue()

    def on_event(self, event: fanout.Event) -> None:
        self.heard.put_nowait(event["type"])


@pytest.mark.django_db(transaction=True)
async def test_pages_check_a_session_that_is_deleted_and_leave_one_that_ends(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    browser, ear = await sync_to_async(signed_in)(anna), Listener()
    (topic,) = await sync_to_async(lambda: sessions.topics_of(scope_of(browser)))()
    fanout.subscribe(topic, ear)
    await sync_to_async(browser.post)("/accounts/logout/")
    assert [await ear.heard.get(), await ear.heard.get()] == ["session.changed", "session.ended"]
    fanout.unsubscribe(topic, ear)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_knows_whether_its_player_is_still_signed_in(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    browser, other = await sync_to_async(lambda: (signed_in(anna), signed_in(anna)))()
    scopes = await sync_to_async(lambda: [scope_of(browser, anna), scope_of(other, anna)])()
    assert [await sync_to_async(sessions.still_signed_in)(scope) for scope in (*scopes, {})] == [True, True, True]
    await sync_to_async(browser.post)("/accounts/logout/")
    assert [await sync_to_async(sessions.still_signed_in)(scope) for scope in scopes] == [False, True]
    await sync_to_async(User.objects.update)(password="another")
    assert [await sync_to_async(sessions.still_signed_in)(scope) for scope in scopes] == [False, False]
    assert await sync_to_async(SessionStore().exists)(scopes[1]["session"].session_key)


def test_an_answer_to_the_former_session_leaves_the_cookie_of_a_new_sign_in(client: Client, anna: User) -> None:
    client.cookies[settings.SESSION_COOKIE_NAME] = "a session that another tab has just replaced"
    for path in ("/lobby/", "/nosuchpage/"):
        assert settings.SESSION_COOKIE_NAME not in client.get(path).cookies
    client.force_login(anna)
    assert client.post("/accounts/logout/").cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 0
