"""The export of a user's personal data."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime

from allauth.account.models import EmailAddress
from django.test import Client

from accounts.hooks import Export, personal_data
from accounts.models import User
from accounts.services import block

EXPORT = "/accounts/export/"


def test_anna_takes_everything_along(
    anna: User, bob: User, signed_in: Callable[[User], Client], no_one_else: None
) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True, verified=True)
    block(by=anna, of=bob)
    block(by=bob, of=anna)
    personal_data.register(
        Export("games", lambda player: {"of": player.username, "at": datetime(2026, 11, 21, tzinfo=UTC)})
    )
    answer = signed_in(anna).get(EXPORT)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="numgames.json"'
    data = json.loads(answer.getvalue())
    assert data["games"] == {"of": "anna", "at": "2026-11-21T00:00:00Z"}
    account = data["account"]
    assert (account["name"], account["theme"], account["is_guest"]) == ("anna", "auto", False)
    address = {"email": "anna@example.org", "verified": True, "primary": True, "confirmations": []}
    assert account["email_addresses"] == [address]
    assert [blocked["name"] for blocked in account["blocked"]] == ["bob"]


def test_no_password_leaves_and_no_one_elses_blocks(
    anna: User, bob: User, signed_in: Callable[[User], Client], no_one_else: None
) -> None:
    block(by=bob, of=anna)
    text = signed_in(anna).get(EXPORT).getvalue().decode()
    assert '"has_password": true' in text
    assert anna.password not in text
    assert "bob" not in text


def test_a_guest_has_data_too_and_a_stranger_none(
    guest: User, newcomer: Client, signed_in: Callable[[User], Client]
) -> None:
    assert json.loads(signed_in(guest).get(EXPORT).getvalue())["account"]["name"] == guest.username
    assert newcomer.get(EXPORT).status_code == 302
