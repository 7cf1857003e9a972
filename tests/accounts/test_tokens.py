"""Access tokens: made and revoked on the security page, shown once, and ended with the sessions of their owner."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import AccessToken, SecurityEvent, User
from accounts.security import DAYS, MOST_TOKENS, SCOPES, delete_expired, make_token, read_token
from accounts.services import delete_account
from accounts.sessions import PROVED_AT, end_sessions_of
from core import clock
from core.limits import parsed
from tests.accounts.proof import prove
from tests.conftest import PASSWORD
from tests.exports import export_of

TOKEN = re.compile(r"ng_[0-9A-Za-z]{49}")
SignedIn = Callable[[User], Client]


def made(user: User, *scopes: str, days: int = 30) -> str:
    token = make_token(user, "a bot", list(scopes), days)
    assert token
    return f"Bearer {token[1]}"


@pytest.fixture
def proven(anna: User, signed_in: SignedIn) -> Client:
    """Return a browser of anna's in which she has just given her password again."""
    return prove(signed_in(anna))


def test_a_player_makes_a_token_and_sees_it_once(anna: User, proven: Client) -> None:
    form = {"name": "My bot", "scopes": ["matches:play", "chat:write"], "days": "30"}
    page = proven.post("/accounts/tokens/new/", form)
    (secret,) = TOKEN.findall(page.content.decode())
    token = read_token(f"Bearer {secret}", clock.now())
    assert token
    assert (token.user, token.scope_names) == (anna, ["matches:play", "chat:write"])
    assert secret not in str(AccessToken.objects.values())
    security = proven.get("/accounts/security/").content.decode()
    assert "My bot" in security
    assert secret not in security
    assert SecurityEvent.objects.filter(user=anna, kind="token_made").count() == 1
    assert secret not in str(export_of(anna))
    assert "My bot" in str(export_of(anna))
    proven.post("/accounts/tokens/revoke/", {"token": token.pk})
    assert read_token(f"Bearer {secret}", clock.now()) is None


def test_a_link_chooses_the_scopes(proven: Client) -> None:
    page = proven.get("/accounts/tokens/new/?name=Club&scopes=profile:read+nonsense").content.decode()
    assert re.findall(r'value="([\w:]+)"[^>]* checked', page) == ["profile:read"]
    assert 'value="Club"' in page


@pytest.mark.parametrize(("is_bot", "scope"), [(False, "matches:play"), (True, "bot:play")])
def test_only_what_the_account_can_have_is_offered(*, is_bot: bool, scope: str, anna: User, proven: Client) -> None:
    User.objects.update(is_bot=is_bot)
    linked = proven.get("/accounts/tokens/new/?scopes=matches:play+bot:play").content.decode()
    assert re.findall(r'value="([\w:]+)"[^>]* checked', linked) == [scope]
    assert ("a bot account</a>" in linked) is not is_bot
    form = {"name": "both", "scopes": ["matches:play", "bot:play"], "days": "30"}
    assert proven.post("/accounts/tokens/new/", form).status_code == 422
    assert not AccessToken.objects.exists()
    proven.post("/accounts/tokens/new/", {**form, "scopes": [scope]})
    assert AccessToken.objects.get().scope_names == [scope]
    assert ("This is a bot account" in proven.get("/accounts/security/").content.decode()) is is_bot


def test_a_new_token_asks_for_the_password_unless_one_has_just_signed_in(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    assert browser.get("/accounts/tokens/new/").status_code == 200
    session = browser.session
    session[PROVED_AT] -= 301
    session.save()
    assert "reauthenticate" in browser.get("/accounts/tokens/new/")["Location"]


def test_no_one_revokes_the_token_of_another(anna: User, bob: User, signed_in: SignedIn) -> None:
    secret = made(anna)
    answer = signed_in(bob).post("/accounts/tokens/revoke/", {"token": AccessToken.objects.get().pk})
    assert answer.status_code == 404
    assert read_token(secret, clock.now())


def test_a_form_without_a_name_and_too_many_tokens_are_refused(anna: User, proven: Client) -> None:
    assert proven.post("/accounts/tokens/new/", {"name": "", "days": "30"}).status_code == 422
    for _number in range(MOST_TOKENS):
        made(anna)
    page = proven.post("/accounts/tokens/new/", {"name": "one more", "days": "30"})
    assert page.status_code == 422
    assert not TOKEN.findall(page.content.decode())


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ng_", "Basic ng_x", "Bearer " + "ng_" + "0" * 49])
def test_what_is_no_token_costs_no_query(
    header: str, db: None, django_assert_num_queries: Callable[[int], object]
) -> None:
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        assert read_token(header, clock.now()) is None


def test_a_token_expires(anna: User) -> None:
    secret, now = made(anna, days=7), clock.now()
    assert read_token(secret, now + timedelta(days=6))
    assert read_token(secret, now + timedelta(days=8)) is None
    assert delete_expired(now + timedelta(days=8)) == 1


def test_its_use_is_noted_once_a_minute(anna: User) -> None:
    secret, now = made(anna), clock.now()
    for seconds in (0, 30, 59):
        read_token(secret, now + timedelta(seconds=seconds))
    assert AccessToken.objects.get().used_at == now
    read_token(secret, now + timedelta(seconds=60))
    assert AccessToken.objects.get().used_at == now + timedelta(seconds=60)


@pytest.mark.parametrize("end", [lambda anna: end_sessions_of(anna.pk), delete_account], ids=["everywhere", "deleted"])
def test_it_ends_with_the_sessions(end: Callable[[User], object], anna: User, bob: User) -> None:
    secret, other = made(anna), made(bob)
    end(anna)
    assert read_token(secret, clock.now()) is None
    assert read_token(other, clock.now())
    assert not AccessToken.objects.filter(user=anna).exists()


def test_it_ends_with_the_password(anna: User, proven: Client) -> None:
    secret = made(anna)
    changed = {"oldpassword": PASSWORD, "password1": "another-long-one", "password2": "another-long-one"}
    proven.post("/accounts/password/change/", changed)
    assert read_token(secret, clock.now()) is None


def test_the_token_of_a_closed_account_is_refused(anna: User) -> None:
    secret = made(anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert read_token(secret, clock.now()) is None


def test_scopes_are_the_ones_that_are_documented() -> None:
    assert [*SCOPES] == [
        "profile:read",
        "matches:play",
        "bot:play",
        "challenges:write",
        "puzzles:play",
        "chat:write",
        "webhooks:write",
    ]
    assert max(DAYS) <= 366
    assert parsed("5/m/token")[0].of == "token"
