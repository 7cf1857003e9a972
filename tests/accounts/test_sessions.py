"""Open pages are told when their session ends."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import BaseChannelLayer, get_channel_layer
from django.contrib.sessions.backends.cached_db import SessionStore
from django.test import Client

from accounts import sessions
from accounts.deletion import delete_account
from accounts.models import User
from tests.conftest import PASSWORD

ENDED = {"type": "session.ended"}
Hearing = Callable[[], list[str]]


def scope_of(browser: Client, user: User | None = None) -> dict[str, Any]:
    return {"session": browser.session, "user": user}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of groups that were told that their session has ended."""
    groups: list[str] = []
    monkeypatch.setattr(sessions, "_tell", groups.append)
    return groups


def test_signing_out_tells_this_browser_only(anna: User, signed_in: Callable[[User], Client], told: list[str]) -> None:
    here, elsewhere = signed_in(anna), signed_in(anna)
    group = sessions.group_of(scope_of(here))
    assert group != sessions.group_of(scope_of(elsewhere))
    here.post("/accounts/logout/")
    assert told == [group]


def test_by_then_the_session_is_gone(
    anna: User, signed_in: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = signed_in(anna)
    key = browser.session.session_key
    assert key
    still_there: list[bool] = []
    monkeypatch.setattr(sessions, "_tell", lambda group: still_there.append(SessionStore().exists(key)))
    browser.post("/accounts/logout/")
    assert still_there == [False]


def test_a_guest_who_signs_in_as_anna_leaves_the_old_pages(
    guest: User, anna: User, signed_in: Callable[[User], Client], told: list[str]
) -> None:
    browser = signed_in(guest)
    group = sessions.group_of(scope_of(browser))
    browser.post("/accounts/login/", {"login": "anna", "password": "a guess"})
    assert told == []
    browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert told == [group]


def test_a_new_password_and_a_farewell_tell_all_pages_of_the_player(
    anna: User, signed_in: Callable[[User], Client], told: list[str], nobody_else: None
) -> None:
    browser = signed_in(anna)
    groups = sessions.groups_of(scope_of(browser, anna))
    new = {"oldpassword": PASSWORD, "password1": "letters are fine", "password2": "letters are fine"}
    browser.post("/accounts/password/change/", new)
    delete_account(anna)
    assert told == [groups[1], groups[1]]


def test_groups_are_names_that_channels_allows_and_give_no_key_away(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    scope = scope_of(signed_in(anna), anna)
    for group in (*sessions.groups_of(scope), *sessions.groups_of({})):
        assert BaseChannelLayer().require_valid_group_name(group)
        assert scope["session"].session_key not in group


@pytest.mark.django_db(transaction=True)
async def test_the_message_arrives(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = await sync_to_async(signed_in)(anna)
    layer = get_channel_layer()
    channel = await layer.new_channel()
    group = await sync_to_async(lambda: sessions.group_of(scope_of(browser)))()
    await layer.group_add(group, channel)
    await sync_to_async(browser.post)("/accounts/logout/")
    assert await layer.receive(channel) == ENDED


def test_a_channel_layer_that_is_down_keeps_nobody_from_signing_out(
    anna: User,
    signed_in: Callable[[User], Client],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Down:
        async def group_send(self, group: str, message: object) -> None:
            raise ConnectionError("Redis is down")

    monkeypatch.setattr(sessions, "get_channel_layer", Down)
    browser = signed_in(anna)
    with caplog.at_level(logging.ERROR):
        assert browser.post("/accounts/logout/").status_code == 302
    assert "Redis is down" in caplog.text
    assert "_auth_user_id" not in browser.session


@pytest.mark.django_db(transaction=True)
async def test_a_socket_knows_whether_its_player_is_still_signed_in(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    browser, other = await sync_to_async(lambda: (signed_in(anna), signed_in(anna)))()
    scopes = await sync_to_async(lambda: [scope_of(browser, anna), scope_of(other, anna)])()
    assert [await sessions.still_signed_in(scope) for scope in (*scopes, {})] == [True, True, True]
    await sync_to_async(browser.post)("/accounts/logout/")
    assert [await sessions.still_signed_in(scope) for scope in scopes] == [False, True]
    await sync_to_async(User.objects.update)(password="another")
    assert [await sessions.still_signed_in(scope) for scope in scopes] == [False, False]
    assert await sync_to_async(SessionStore().exists)(scopes[1]["session"].session_key)
