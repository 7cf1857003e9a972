"""Sign-up with a passkey alone, by visitors and guests: without a password, the e-mail address is optional."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.messages import get_messages
from django.core import mail
from django.test import Client
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts import adapters
from accounts.models import NAME_TAKEN, User
from accounts.services import delete_account
from tests.accounts.test_browsers import DESK
from tests.conftest import PASSWORD
from tests.factors import Device

SIGN_UP, MAKE, CODES = "/accounts/signup/passkey/", "/accounts/signup/passkey/create/", "/accounts/2fa/recovery-codes/"
LOGIN, ASKED = "/accounts/2fa/webauthn/login/", "/accounts/2fa/authenticate/"
ONLY_WAY = "the only way into your account"


def choose(browser: Client, name: str = "Dora", **more: str) -> None:
    """Choose a name, and come to the page that makes the passkey."""
    assertRedirects(browser.post(SIGN_UP, {"username": name, **more}), MAKE, fetch_redirect_response=False)


def options_of(browser: Client) -> str:
    [options] = re.findall(r'<script type="application/json">(.*?)</script>', browser.get(MAKE).content.decode())
    return str(options)


def make(browser: Client, device: Device, *, verified: bool = True) -> str:
    """Make the passkey and send it; return where the browser is led, or nothing."""
    answer = browser.post(MAKE, {"credential": device.create(options_of(browser), verified=verified)})
    return answer.headers.get("Location", "")


def sign_in(device: Device) -> Client:
    """Return another browser in which the device tried to sign in."""
    browser = Client()
    options = browser.get(LOGIN, headers={"Accept": "application/json"}).content.decode()
    browser.post(LOGIN, {"credential": device.sign(options)})
    return browser


def who(browser: Client) -> str | None:
    key = browser.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else None


@pytest.fixture
def device() -> Device:
    return Device()


def test_a_name_and_a_passkey_make_an_account_and_sign_in(newcomer: Client, device: Device) -> None:
    newcomer.defaults["HTTP_USER_AGENT"] = DESK
    choose(newcomer)
    assertContains(newcomer.get(MAKE), "Your account is Dora")
    assert make(newcomer, device) == CODES
    assert Authenticator.objects.get(type="webauthn").data["name"] == "Firefox, Linux"
    dora = User.objects.get()
    assert (dora.username, dora.is_guest, dora.has_usable_password(), dora.email) == ("Dora", False, False, "")
    assert who(newcomer) == "Dora"
    assert mail.outbox == []

    page = newcomer.get(CODES)  # the passkey was a proof, so that nothing is asked for here
    assert len(re.findall(r"<li><code>[0-9]{8}</code>", page.content.decode())) == 10
    assertContains(page, ONLY_WAY)
    assertContains(newcomer.get("/accounts/security/"), ONLY_WAY)
    assert who(sign_in(device)) == "Dora"
    assert who(sign_in(Device())) is None


def test_the_warning_ends_with_a_second_way_in(newcomer: Client, device: Device) -> None:
    choose(newcomer)
    make(newcomer, device)
    EmailAddress.objects.create(user=User.objects.get(), email="dora@example.org")
    assertNotContains(newcomer.get("/accounts/security/"), ONLY_WAY)


def test_a_guest_keeps_the_account_and_comes_back_to_the_match(
    guest: User, device: Device, signed_in: Callable[[User], Client]
) -> None:
    browser = signed_in(guest)
    assertContains(browser.get("/accounts/signup/"), "/accounts/signup/passkey/")
    assertContains(browser.get(SIGN_UP), f"You play as {guest.username}")
    choose(browser, next="/accounts/settings/")
    assert make(browser, device) == f"{CODES}?next=%2Faccounts%2Fsettings%2F"
    assertContains(browser.get(f"{CODES}?next=/accounts/settings/"), 'href="/accounts/settings/">Continue')
    assertNotContains(browser.get(f"{CODES}?next=https://evil.example/"), "Continue")
    dora = User.objects.get()
    assert (dora.pk, dora.username, dora.is_guest) == (guest.pk, "Dora", False)
    assert who(sign_in(device)) == "Dora"


def test_who_stops_half_way_is_a_guest_and_the_name_stays_free(newcomer: Client, device: Device) -> None:
    choose(newcomer)
    half = User.objects.get()
    assert half.is_guest
    assert half.username.startswith("Guest-")
    other = Client()
    choose(other)
    assert make(other, device) == CODES
    assert make(newcomer, Device()) == SIGN_UP  # too late
    assert [str(message) for message in get_messages(newcomer.get(SIGN_UP).wsgi_request)] == [str(NAME_TAKEN)]
    half.refresh_from_db()
    assert half.is_guest
    assert Authenticator.objects.exclude(user__username="Dora").count() == 0
    choose(newcomer, "Dirk")
    assert make(newcomer, Device()) == CODES


def test_of_two_at_once_one_gets_the_name_and_nothing_of_the_other_stays(
    newcomer: Client, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(newcomer, email="dora@example.org")
    User.objects.create_user("dora")
    monkeypatch.setattr(adapters, "check_free", lambda _name, but: None)  # it was looked up a moment before
    assert make(newcomer, device) == SIGN_UP
    assert not Authenticator.objects.exists()
    assert not EmailAddress.objects.exists()
    assert User.objects.filter(is_guest=True).count() == 1
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("name", "why"), [("anna", "is taken"), ("Adm1n", "reserved"), ("al", "3 to 20"), ("", "required")]
)
def test_names_are_those_of_every_sign_up(newcomer: Client, anna: User, name: str, why: str) -> None:
    assertContains(newcomer.post(SIGN_UP, {"username": name}), why)
    assert list(User.objects.all()) == [anna]  # not even a guest


@pytest.mark.parametrize("credential", ["", "{}", "[]", "rubbish", '{"id": "AA", "rawId": "AA", "response": {}}'])
def test_a_forged_passkey_makes_no_account(newcomer: Client, credential: str) -> None:
    choose(newcomer)
    newcomer.get(MAKE)
    assert newcomer.post(MAKE, {"credential": credential}).status_code == 200
    assert User.objects.get().is_guest


def test_a_passkey_that_does_not_check_its_user_and_one_made_for_another_browser_are_refused(
    newcomer: Client, device: Device
) -> None:
    choose(newcomer)
    assert make(newcomer, device, verified=False) == ""
    other = Client()
    choose(other, "Dirk")
    other.get(MAKE)
    answer = other.post(MAKE, {"credential": device.create(options_of(newcomer))})
    assert answer.status_code == 200
    assert not User.objects.filter(is_guest=False).exists()


def test_the_second_step_needs_the_first(newcomer: Client, anna: User, signed_in: Callable[[User], Client]) -> None:
    assertRedirects(newcomer.get(MAKE), SIGN_UP)
    browser = signed_in(anna)
    for path in (SIGN_UP, MAKE):
        assert browser.post(path, {"username": "Dora"}, follow=True).redirect_chain[-1][0] == "/lobby/"
    assert User.objects.count() == 1


def test_a_known_address_and_an_unknown_one_sound_alike(anna: User) -> None:
    """The owner of a known address gets a mail, as in a sign-up with a password."""
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    seen = []
    for name, email in (("Dora", "anna@example.org"), ("Dirk", "dirk@example.org")):
        browser = Client()
        choose(browser, name, email=email)
        page = browser.get(MAKE).content.decode()
        seen.append((make(browser, Device()), name in page, email in page))
    assert seen[0] == seen[1]
    assert [message.to for message in mail.outbox] == [["anna@example.org"], ["dirk@example.org"]]
    assert "/accounts/password/reset/" in mail.outbox[0].body
    assert "/confirm-email/" in mail.outbox[1].body


def test_an_address_and_a_recovery_code_let_in_who_has_lost_the_device(newcomer: Client, device: Device) -> None:
    choose(newcomer, email="dora@example.org")
    make(newcomer, device)
    page = newcomer.get(CODES)
    assertNotContains(page, ONLY_WAY)
    [code, *_others] = re.findall(r"<code>([0-9]{8})</code>", page.content.decode())
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": "dora@example.org"})
    link = next(word for word in mail.outbox[-1].body.split() if "/password/reset/key/" in word)
    form = browser.get(link.partition("testserver")[2], follow=True)
    new = {"password1": PASSWORD, "password2": PASSWORD}
    assertRedirects(browser.post(form.request["PATH_INFO"], new), ASKED)
    browser.post(ASKED, {"code": code})
    assert who(browser) == "Dora"


def test_it_counts_as_a_sign_up(newcomer: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/h/ip"}
    choose(newcomer)
    assert Client().post("/accounts/signup/", {"username": "Dirk", "password1": PASSWORD}).status_code == 302
    refused = Client().post(SIGN_UP, {"username": "Dina"})
    assertContains(refused, "Too many new accounts from your network.", status_code=429)


def test_without_javascript_the_pages_say_what_is_needed(newcomer: Client) -> None:
    assertContains(newcomer.get(SIGN_UP), "Passkeys need JavaScript. Switch it on, or sign up with a password.")
    choose(newcomer)
    assertContains(newcomer.get(MAKE), "Passkeys need JavaScript.")
    assertContains(newcomer.get(MAKE), 'href="/accounts/signup/"')


def test_an_answer_of_a_passkey_opens_once(newcomer: Client, device: Device) -> None:
    choose(newcomer)
    make(newcomer, device)
    browsers = [Client(), Client()]
    options = [one.get(LOGIN, headers={"Accept": "application/json"}).content.decode() for one in browsers]
    answer = device.sign(options[0])
    for browser in browsers:
        browser.post(LOGIN, {"credential": answer})
    assert [who(browser) for browser in browsers] == ["Dora", None]
    browsers[0].post("/accounts/logout/")
    browsers[0].post(LOGIN, {"credential": answer})
    assert who(browsers[0]) is None


def test_the_account_is_deleted_like_any_other(newcomer: Client, device: Device, no_one_else: None) -> None:
    choose(newcomer)
    make(newcomer, device)
    delete_account(User.objects.get())
    assert not Authenticator.objects.exists()
    assert who(sign_in(device)) is None
