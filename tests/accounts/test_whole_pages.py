"""The pages of an account, whole: each sentence, link, form and value, for those who have much and those who have none.

What they show is in `test_whole_pages.txt`; see `tests/page_lines.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as App
from allauth.idp.oidc.models import Token
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.models import AccessToken, AppUse, Block, SecurityEvent, SignedInBrowser, User
from accounts.services import make_guest
from core.web import too_many_page
from tests.accounts.proof import prove
from tests.accounts.test_browsers import DESK, MAC
from tests.accounts.test_oauth import asked, device_code
from tests.alike import one
from tests.conftest import PASSWORD
from tests.factors import give_codes, give_factor
from tests.html import HasContent
from tests.page_lines import Texts, lines_of

NOW, DAY = datetime(2026, 3, 4, 12, tzinfo=UTC), timedelta(days=1)
SignedIn = Callable[[User], Client]
CHANGING = r"(?<=\{request: )[^}]+|(?<=confirm-email/)[\w:-]+|(?<=reset/key/)[\w-]+|\b[A-Z]{4}-[A-Z]{4}\b"
says = Texts(__file__, changing=CHANGING)


@pytest.fixture(autouse=True)
def _at_noon(settings: Settings) -> Iterator[None]:
    """Stop the clock, and offer to sign in with a club."""
    more = {"settings": {"server_url": "http://localhost:1"}}
    club = {"provider_id": "oidc", "name": "Club", "client_id": "x", "secret": "s", **more}
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [club]}}
    with time_machine.travel(NOW, tick=False):
        yield


def check(name: str, browser: Client, path: str, *parts: str, answer: HasContent | None = None) -> None:
    """Check these parts of a page, by default its content, or of the `answer` to a form."""
    page: Any = browser.get(path) if answer is None else answer
    says.keep(name, [f"{page.status_code} {path}", *lines_of(page, " ".join(parts) or "main")])


def check_mails(name: str) -> None:
    """Check the mails that were sent since the last time: to whom, subject and text."""
    mails = ("\n".join([", ".join(one.to), str(one.subject), str(one.body)]) for one in mail.outbox)
    says.keep(f"mail: {name}", [line for text in mails for line in text.split("\n") if line])
    mail.outbox.clear()


def test_who_has_all_there_is(anna: User, bob: User) -> None:
    browser = Client(headers={"User-Agent": DESK}, REMOTE_ADDR="192.0.2.17")
    browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    here = anna.browsers.get()
    Client().force_login(anna)
    there = anna.browsers.exclude(pk=here.pk).get()
    for row, key, seen_at in ((here, 11, NOW - DAY), (there, 12, NOW)):
        SignedInBrowser.objects.filter(pk=row.pk).update(id=key, seen_at=seen_at)
    SecurityEvent.objects.all().delete()
    for user, kind, at, place in (
        (anna, "failed", 1, "Firefox, Linux"),
        (anna, "token_ended", 0, ""),
        (bob, "x", 0, ""),
    ):
        SecurityEvent.objects.create(user=user, kind=kind, at=NOW - at * DAY, device=place, network=place and "::/48")
    give_codes(give_factor(anna))
    codes = Authenticator.objects.get(type="recovery_codes")
    Authenticator.objects.filter(pk=codes.pk).update(data={"hashes": codes.data["hashes"][:1]})
    one(Authenticator, pk=21, user=anna, type="webauthn", data={"name": "My phone"}, created_at=NOW - DAY)
    one(Authenticator, pk=22, user=bob, type="webauthn", data={"name": "Bob’s"})
    both = {"scopes": "matches:play bot:play chat:write", "made_at": NOW}
    one(AccessToken, pk=31, user=anna, name="second", expires_at=NOW + DAY, **both)
    days = {"made_at": NOW - DAY, "expires_at": NOW + 3 * DAY, "used_at": NOW - 2 * DAY}
    one(AccessToken, pk=32, user=anna, name="first", scopes="", **days)
    one(AccessToken, pk=33, user=anna, name="late", expires_at=NOW)
    one(AccessToken, pk=34, user=bob, name="of bob", expires_at=NOW + DAY)
    club, dash = (App.objects.create(name=name, id=name.lower(), type="public") for name in ("Club", "Dash"))
    for app, scopes, ago in ((club, "chat:write", 2), (club, "matches:play\nprofile:read", 1), (dash, "", 3)):
        facts = {"type": "at", "hash": f"{app.pk}{ago}", "expires_at": NOW + DAY, "scopes": scopes}
        token = Token.objects.create(user=anna, client=app, **facts)
        Token.objects.filter(pk=token.pk).update(created_at=NOW - ago * DAY)
    AppUse.objects.create(user=anna, client="dash", used_at=NOW - DAY)
    AppUse.objects.create(user=bob, client="club", used_at=NOW - DAY)
    check("much: security", browser, "/accounts/security/")
    check("much: again", browser, "/accounts/reauthenticate/?next=/accounts/email/")
    prove(browser)
    check("much: a passkey", browser, "/accounts/2fa/webauthn/keys/21/remove/")
    check("much: its name", browser, "/accounts/2fa/webauthn/keys/21/edit/")
    check("much: the app", browser, "/accounts/2fa/totp/deactivate/")
    check("much: codes", browser, "/accounts/2fa/recovery-codes/?next=/lobby/")
    check("much: new codes", browser, "/accounts/2fa/recovery-codes/generate/")


def test_settings_and_addresses(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    browser = prove(signed_in(anna))
    check("addresses: none", browser, "/accounts/email/")
    for email, is_verified in (("anna@example.org", True), ("b@example.org", True), ("c@example.org", False)):
        primary = email.startswith("anna")
        EmailAddress.objects.create(user=anna, email=email, verified=is_verified, primary=primary)
    check("addresses: three", browser, "/accounts/email/")
    EmailAddress.objects.filter(email="b@example.org").update(user=bob, primary=True)
    check("addresses: two", browser, "/accounts/email/")
    told = browser.post("/accounts/email/", {"action_send": "", "email": "c@example.org"}, follow=True)
    check("addresses: sent again", browser, "/accounts/email/", "messages", answer=told)
    check_mails("confirmation")
    chosen: dict[str, object] = {"theme": "dark", "tiles": "wood", "board_size": "small", "confirm": "twice"}
    chosen |= {"sounds": False, "auto_advance": True, "lights": False, "large_numbers": True, "left_handed": True}
    User.objects.filter(pk=anna.pk).update(email="anna@example.org", is_findable=True, language="en", **chosen)
    for by, of in ((anna, carl), (anna, bob), (bob, anna)):
        one(Block, by=by, of=of)
    check("settings", browser, "/accounts/settings/", "appearance", "access", "blocks", "data")
    User.objects.filter(pk=anna.pk).update(
        email="", is_findable=False, named_in_data=True, keypad=False, wide_text=True, zen=True, language=""
    )
    Block.objects.all().delete()
    check("settings: others", browser, "/accounts/settings/", "appearance", "access", "blocks", "data")
    check("delete", browser, "/accounts/delete/")
    check("sign out", browser, "/accounts/logout/")
    check("other sites", browser, "/accounts/3rdparty/")
    check("new token", browser, "/accounts/tokens/new/?name=Club&scopes=chat:write+profile:read")
    answer = browser.post("/accounts/tokens/new/", {"name": "", "days": "8"})
    check("new token: refused", browser, "/accounts/tokens/new/", answer=answer)


def test_a_bot(bob: User, signed_in: SignedIn) -> None:
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    browser = prove(signed_in(bob))
    SignedInBrowser.objects.update(id=11)
    check("bot: security", browser, "/accounts/security/")
    check("bot: new token", browser, "/accounts/tokens/new/")


def test_a_guest(db: None, anna: User, signed_in: SignedIn) -> None:
    guest = make_guest()
    User.objects.filter(pk=guest.pk).update(username="Guest-Otter-42")
    browser = signed_in(guest)
    check("guest: settings", browser, "/accounts/settings/", "access", "data")
    for name in ("login", "signup", "signup/passkey", "logout"):
        check(f"guest: {name}", browser, f"/accounts/{name}/?next=/ratings/")
    check("guest: delete", browser, "/accounts/delete/")
    answer = browser.post("/accounts/nickname/", {"nickname": "ANNA", "next": "/x/", "of": ["a", "b"]})
    check("guest: nickname", browser, "/accounts/nickname/", answer=answer)


def test_who_has_lost_the_way(anna: User) -> None:
    visitor = Client(REMOTE_ADDR="203.0.113.4", headers={"User-Agent": MAC})
    for name in ("login", "password/reset", "password/reset/done", "confirm-email", "confirm-email/nonsense"):
        check(f"visitor: {name}", visitor, f"/accounts/{name}/")
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    for email in ("anna@example.org", "who@example.org"):
        visitor.post("/accounts/password/reset/", {"email": email})
    link = next(word for word in mail.outbox[0].body.split() if "/reset/key/" in word).partition("testserver")[2]
    check_mails("lost password")
    there = visitor.get(link).headers["Location"]
    check("visitor: new password", visitor, there)
    check("visitor: old link", Client(), f"{link[:-3]}xyz/")
    SecurityEvent.objects.create(user=anna, kind="signed_in", device="Firefox, Linux", network="::/48")
    visitor.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    check_mails("new browser")
    form = {"username": "dora", "password1": PASSWORD, "email": "anna@example.org"}
    Client(REMOTE_ADDR="203.0.113.5").post("/accounts/signup/", form)
    check_mails("address of another")
    User.objects.filter(pk=anna.pk).update(is_active=False)
    closed = Client().post("/accounts/login/", {"login": "anna", "password": PASSWORD}, follow=True)
    check("visitor: closed", visitor, "/accounts/login/", answer=closed)


def test_an_app_asks(anna: User, signed_in: SignedIn) -> None:
    scopes = "chat:write\nprofile:read\nmatches:play"
    grants = "authorization_code\nurn:ietf:params:oauth:grant-type:device_code\nrefresh_token"
    facts = {"redirect_uris": "https://club.example/back?from=numgames", "scopes": scopes, "grant_types": grants}
    app = App.objects.create(id="club", name="Club Night", type=App.Type.PUBLIC, **facts)
    browser = signed_in(anna)
    path = "/oauth/authorize"
    check("app: asks", browser, path, answer=browser.get(path, asked(app)))
    check("app: wrong", browser, path, answer=browser.get(path, asked(app, client_id="x")))
    check("app: device", browser, "/oauth/device")
    where = f"/oauth/device?code={device_code(app, 'profile:read chat:write')['user_code']}"
    check("app: device asks", browser, where)
    check("app: denied", browser, path, answer=browser.post(where, {"action": "deny"}))
    where = f"/oauth/device?code={device_code(app)['user_code']}"
    check("app: given", browser, path, answer=browser.post(where, {"action": "confirm"}))


@pytest.mark.parametrize(("seconds", "minutes"), [(1, 1), (60, 1), (61, 2)])
def test_who_is_refused_reads_why_and_until_when(seconds: int, minutes: int) -> None:
    told = []
    for action in ("guest", "signup", "login"):
        answer = too_many_page(RequestFactory().get("/"), seconds, action=action)
        assert (answer.status_code, answer["Retry-After"]) == (429, str(seconds))
        told.append(lines_of(answer)[2])
    again = f"{minutes} minute{'s' * (minutes > 1)}"
    assert told == [
        f"Too many new guests from your network. Try again in {again}, or sign in with an account.",
        f"Too many new accounts from your network. Try again in {again}. Until then, play as a guest: you keep your"
        " matches when you sign up.",
        f"Too many tries. Try again in {again}.",
    ]
