"""Second factors: an app with codes, recovery codes and passkeys; without a script, and required of staff."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote_plus

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.contrib.auth.hashers import check_password
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertRedirects

from accounts.adapters import FactorAdapter
from accounts.models import User
from accounts.services import delete_account
from tests import factors
from tests.accounts.proof import prove
from tests.conftest import PASSWORD
from tests.exports import export_of
from tests.factors import code_of, give_codes, give_factor

pytestmark = pytest.mark.sql

SECURITY = "/accounts/security/"
ACTIVATE = "/accounts/2fa/totp/activate/"
ASKED = "/accounts/2fa/authenticate/"
CODES = "/accounts/2fa/recovery-codes/"
LOGIN = "/accounts/login/"
INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\s(src|type=.application/json)\b)|\son\w+=", re.I)


@pytest.fixture(autouse=True)
def one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the app show one code during the whole test, however slow the machine is."""
    now = time.time()
    stopped = SimpleNamespace(time=lambda: now)
    for module in (auth, factors):
        monkeypatch.setattr(module, "time", stopped)


def half_in(browser: Client) -> Client:
    """Give the right password of anna, who has a second factor."""
    assertRedirects(browser.post(LOGIN, {"login": "anna", "password": PASSWORD}), ASKED, fetch_redirect_response=False)
    return browser


def is_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


@pytest.mark.django_db(transaction=True)
def test_anna_sets_up_an_app_and_is_asked_for_its_code_from_then_on(
    anna: User,
    signed_in: Callable[[User], Client],
    newcomer: Client,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    anna.email = "anna@example.org"
    anna.save()
    browser = prove(signed_in(anna))
    page = browser.get(ACTIVATE).content.decode()
    assert "data:image/svg+xml" in page
    [secret] = re.findall(r'class="key">(\w+)<', page)
    assertContains(browser.post(ACTIVATE, {"code": "000000"}), "Wrong code or passkey")
    assertRedirects(browser.post(ACTIVATE, {"code": code_of(secret)}), "/accounts/2fa/recovery-codes/")
    assertContains(browser.get(SECURITY), "10 recovery codes are left")
    assert mail.outbox[-1].to == ["anna@example.org"]
    assert secret not in str(Authenticator.objects.values_list("data", flat=True))

    half_in(newcomer)
    assert not is_in(newcomer)
    assertContains(newcomer.get(ASKED), "asks for a second proof")
    assertContains(newcomer.post(ASKED, {"code": "000000"}), "Wrong code or passkey")
    newcomer.post(ASKED, {"code": code_of(secret)})
    assert is_in(newcomer)


def test_a_code_counts_once(anna: User, newcomer: Client) -> None:
    give_factor(anna)
    code = code_of()
    half_in(newcomer).post(ASKED, {"code": code})
    again = half_in(Client())
    again.post(ASKED, {"code": code})
    assert [is_in(newcomer), is_in(again)] == [True, False]


def test_a_recovery_code_stands_in_once(anna: User) -> None:
    give_factor(anna)
    code, *_others = give_codes(anna)
    browsers = [half_in(Client()), half_in(Client())]
    for browser in browsers:
        browser.post(ASKED, {"code": code})
    assert [is_in(browser) for browser in browsers] == [True, False]
    assert code not in str(Authenticator.objects.values_list("data", flat=True))


def test_recovery_codes_are_shown_once_and_hashed_like_passwords(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    browser = prove(signed_in(anna))
    Authenticator.objects.create(user=give_factor(anna), type="recovery_codes", data={"seed": "x", "used_mask": 0})
    page = browser.get(CODES)
    codes = re.findall(r"<code>(\d{8})</code>", page.content.decode())
    assert len(set(codes)) == 10
    assert "no-store" in page["Cache-Control"]
    assertContains(page, f'href="data:text/plain;charset=utf-8,{codes[0]}%0A')
    kept = Authenticator.objects.get(type="recovery_codes").data
    assert list(kept) == ["hashes"]
    assert [check_password(code, one) for code, one in zip(codes, kept["hashes"], strict=True)] == [True] * 10
    assert len({one.split("$")[-2] for one in kept["hashes"]}) == 10, "each has a salt of its own"
    again = browser.get(CODES)
    assertContains(again, "10 recovery codes are left")
    assert codes[0] not in again.content.decode()
    browser.post(ASKED.replace("authenticate", "recovery-codes/generate"))
    fresh = re.findall(r"<code>(\d{8})</code>", browser.get(CODES).content.decode())
    assert len(fresh) == 10
    assert not {*fresh} & {*codes}
    assertRedirects(browser.get(f"{CODES}download/"), SECURITY)


def test_guessing_codes_is_stopped(anna: User) -> None:
    give_factor(anna)
    browser = half_in(Client())
    for number in range(5):
        browser.post(ASKED, {"code": f"00000{number}"})
    assertContains(browser.post(ASKED, {"code": code_of()}), "Too many wrong tries")
    assert not is_in(browser)


def test_the_app_is_removed_only_after_a_proof(anna: User, signed_in: Callable[[User], Client]) -> None:
    give_factor(anna)
    browser = signed_in(anna)
    for path in (ACTIVATE, "/accounts/2fa/webauthn/add/", "/accounts/2fa/recovery-codes/generate/"):
        assert browser.post(path).headers["Location"].startswith(("/accounts/reauthenticate/", "/accounts/2fa/totp/"))
    browser.post("/accounts/2fa/totp/deactivate/")
    assert Authenticator.objects.exists()
    asked = browser.get("/accounts/reauthenticate/")
    assertContains(asked, "With a code")
    browser.post("/accounts/2fa/reauthenticate/", {"code": code_of(), "next": SECURITY})
    browser.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()


def test_every_page_works_without_a_script_of_its_own(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = prove(signed_in(anna))
    pages = [ACTIVATE, "/accounts/2fa/webauthn/add/", LOGIN]
    give_codes(give_factor(anna))
    more = [SECURITY, "/accounts/2fa/totp/deactivate/", "/accounts/2fa/recovery-codes/", "/accounts/reauthenticate/"]
    for path in [*more, "/accounts/2fa/recovery-codes/generate/", "/accounts/2fa/reauthenticate/", pages[1]]:
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert not INLINE.search(answer.content.decode()), path
    for path in (LOGIN, pages[1]):
        assertContains((Client() if path == LOGIN else browser).get(path), "Passkeys need JavaScript")


@pytest.mark.parametrize("path", [SECURITY, ACTIVATE, "/accounts/2fa/webauthn/add/"])
def test_a_guest_signs_up_first(guest: User, signed_in: Callable[[User], Client], path: str) -> None:
    assertRedirects(signed_in(guest).get(path), f"/accounts/signup/?next={quote_plus(path)}")


@pytest.mark.parametrize(
    "credential", ["", "{}", "[]", "5", '{"id": 1}', '{"response": {"userHandle": "AA"}}', "rubbish"]
)
def test_a_forged_passkey_opens_nothing(anna: User, newcomer: Client, credential: str) -> None:
    give_factor(anna)
    newcomer.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"})
    answer = newcomer.post("/accounts/2fa/webauthn/login/", {"credential": credential})
    assert answer.status_code == 302
    assert not is_in(newcomer)
    half_in(newcomer)
    assertContains(newcomer.post(ASKED, {"credential": credential}), "second proof")
    assert not is_in(newcomer)


def test_a_forged_passkey_is_not_added(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = prove(signed_in(anna))
    for credential in ("{}", '{"id": 1}', '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}'):
        assert browser.post("/accounts/2fa/webauthn/add/", {"credential": credential}).status_code == 200
    assert not Authenticator.objects.exists()


def test_a_passkey_has_a_short_name(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = prove(signed_in(anna))
    answer = browser.post("/accounts/2fa/webauthn/add/", {"name": "n" * 41, "credential": "{}"})
    assertContains(answer, "at most 40 characters")


def test_a_new_password_by_mail_does_not_go_round_the_second_factor(anna: User, newcomer: Client) -> None:
    EmailAddress.objects.create(user=give_factor(anna), email="anna@example.org", verified=True, primary=True)
    newcomer.post("/accounts/password/reset/", {"email": "anna@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = newcomer.get(link.partition("testserver")[2], follow=True)
    new = {"password1": "letters are fine", "password2": "letters are fine"}
    assertRedirects(newcomer.post(form.request["PATH_INFO"], new), ASKED)
    assert not is_in(newcomer)


def test_staff_without_a_second_factor_are_led_to_set_one_up(anna: User, signed_in: Callable[[User], Client]) -> None:
    anna.is_staff = anna.is_superuser = True
    anna.save()
    browser = signed_in(anna)
    answer = browser.get("/admin/accounts/user/", follow=True)
    assertContains(answer, "Staff need a second factor")
    assert answer.redirect_chain[-1][0] == SECURITY
    give_codes(anna)  # codes alone are not enough
    assert browser.get("/admin/accounts/user/").status_code == 302
    give_factor(anna)
    assert browser.get("/admin/accounts/user/").status_code == 200


def test_an_operator_lets_in_who_has_lost_the_phone(
    anna: User, signed_in: Callable[[User], Client], capsys: pytest.CaptureFixture[str]
) -> None:
    give_codes(give_factor(anna))
    browser = signed_in(anna)
    call_command("reset_factors", "Anna")
    assert "anna: 2 factors removed" in capsys.readouterr().out
    assert browser.get("/accounts/settings/").status_code == 302
    assert Client().post(LOGIN, {"login": "anna", "password": PASSWORD}).headers["Location"] == "/lobby/"
    with pytest.raises(CommandError, match="no player called"):
        call_command("reset_factors", "zoe")


def test_factors_are_exported_without_secrets_and_go_with_the_account(anna: User, no_one_else: None) -> None:
    give_factor(anna)
    account: Any = export_of(anna)["account"]  # lists and mappings, as in JSON
    assert [factor["type"] for factor in account["second_factors"]] == ["totp"]
    assert "secret" not in str(account)
    delete_account(anna)
    assert not Authenticator.objects.exists()


def test_after_a_change_of_the_secret_key_the_old_one_still_opens_secrets(anna: User, settings: Settings) -> None:
    give_factor(anna)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]
    browser = half_in(Client())
    browser.post(ASKED, {"code": code_of()})
    assert is_in(browser)


def test_a_secret_made_while_keys_change_outlives_the_old_key(settings: Settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]
    secret = FactorAdapter().encrypt("numbers")
    settings.SECRET_KEY_FALLBACKS = []
    assert FactorAdapter().decrypt(secret) == "numbers"


def test_an_account_without_a_password_proves_itself_before_it_is_deleted(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    """Anna has a passkey only: the form has no password to ask for."""
    anna.set_unusable_password()
    anna.save()
    Authenticator.objects.create(user=anna, type="totp", data={"secret": "unused"})
    answer = signed_in(anna).post("/accounts/delete/")
    assert answer.headers["Location"].startswith("/accounts/2fa/reauthenticate/")
    anna.refresh_from_db()
    assert anna.is_active
