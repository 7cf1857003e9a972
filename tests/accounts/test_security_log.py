"""The log of security events, and the list that the account's owner sees."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains

from accounts.models import SecurityEvent, User
from accounts.security import delete_old_events
from numgames.logs import JsonFormatter, LineFormatter
from tests.accounts.proof import prove
from tests.conftest import PASSWORD
from tests.factors import code_of, give_factor

LOGIN = "/accounts/login/"
SECRET = "hunter2 hunter2"
Told = Callable[[], list[dict[str, object]]]


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Told:
    """Return the records of security events since the call before, as the JSON log has them."""
    caplog.set_level(logging.INFO, "security")

    def records() -> list[dict[str, object]]:
        found = [json.loads(JsonFormatter().format(one)) for one in caplog.records if one.name == "security"]
        caplog.clear()
        return found

    return records


def facts(record: dict[str, object]) -> tuple[object, ...]:
    return record["event"], record.get("user"), record.get("address")


def test_a_sign_in_and_a_failure_are_logged_with_number_and_address(anna: User, newcomer: Client, told: Told) -> None:
    newcomer.post(LOGIN, {"login": "anna", "password": SECRET})
    newcomer.post(LOGIN, {"login": "anna", "password": PASSWORD})
    failed, entered = told()
    assert facts(failed) == ("failed", anna.pk, "127.0.0.1")
    assert (*facts(entered), entered["method"]) == ("signed_in", anna.pk, "127.0.0.1", "password")


def test_what_was_typed_is_not_logged(anna: User, newcomer: Client, told: Told) -> None:
    """A password may be typed into the field of the name."""
    for name in (SECRET, "someone@example.org", "anna"):
        newcomer.post(LOGIN, {"login": name, "password": SECRET})
    records = told()
    assert len(records) == 3
    assert not any(word in json.dumps(records) for word in ("hunter2", "example.org"))


def test_staff_are_marked(anna: User, newcomer: Client, told: Told) -> None:
    anna.is_staff = True
    anna.save()
    give_factor(anna)
    newcomer.post(LOGIN, {"login": "anna", "password": PASSWORD})
    newcomer.post("/accounts/2fa/authenticate/", {"code": "000000"})
    newcomer.post("/accounts/2fa/authenticate/", {"code": code_of()})
    failed, entered = told()
    assert (failed["event"], failed["method"]) == ("failed", "mfa")
    assert (entered["staff"], entered["factor"], entered["method"]) == (True, True, "password,mfa")


def test_changes_are_logged_and_listed(anna: User, signed_in: Callable[[User], Client], told: Told) -> None:
    browser = prove(signed_in(anna))
    browser.post("/accounts/email/", {"action_add": "", "email": "anna@example.org"})
    browser.post("/accounts/email/", {"action_remove": "", "email": "anna@example.org"})
    new = {"oldpassword": PASSWORD, "password1": "letters are fine", "password2": "letters are fine"}
    browser.post("/accounts/password/change/", new)
    browser.post("/accounts/security/sign-out-elsewhere/")
    records = told()
    assert [record["event"] for record in records] == [
        *("signed_in", "email_changed", "email_changed", "password_changed", "signed_out_elsewhere")
    ]
    assert not any(word in json.dumps(records) for word in ("example.org", "letters"))
    page = browser.get("/accounts/security/")
    for sentence in (
        "Signed in",
        "E-\N{WORD JOINER}mail addresses changed",
        "Password changed",
        "Signed out elsewhere",
    ):
        assertContains(page, sentence)


@pytest.mark.django_db(transaction=True)
def test_a_factor_that_comes_or_goes_is_logged(anna: User, signed_in: Callable[[User], Client], told: Told) -> None:
    browser = prove(signed_in(anna))
    page = browser.get("/accounts/2fa/totp/activate/").content.decode()
    secret = page.partition('class="key">')[2].partition("<")[0]
    browser.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    browser.post("/accounts/2fa/totp/deactivate/")
    found = [(record["event"], record.get("type")) for record in told()]
    assert found[1:] == [
        *(("factor_added", "totp"), ("factor_added", "recovery_codes")),
        *(("factor_removed", "totp"), ("factor_removed", "recovery_codes")),
    ]


def test_a_password_replaced_by_mail_is_logged(anna: User, newcomer: Client, told: Told) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    newcomer.post("/accounts/password/reset/", {"email": "anna@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = newcomer.get(link.partition("testserver")[2], follow=True)
    newcomer.post(form.request["PATH_INFO"], {"password1": "letters are fine", "password2": "letters are fine"})
    assert [record["event"] for record in told()] == ["password_reset", "signed_in"]


def test_a_missing_permission_is_logged_and_its_path_cannot_forge_a_line(
    bob: User, signed_in: Callable[[User], Client], told: Told, caplog: pytest.LogCaptureFixture
) -> None:
    browser = signed_in(bob)
    told()
    browser.get("/admin/login/")
    (record,) = [one for one in caplog.records if one.name == "security"]
    assert facts(json.loads(JsonFormatter().format(record))) == ("refused", bob.pk, "127.0.0.1")
    vars(record)["facts"]["path"] = "/a\nb\x1b"
    record.args = ("path=/a\nb\x1b",)
    for formatter in (JsonFormatter(), LineFormatter("{message}", style="{")):
        assert not {"\n", "\x1b"} & set(formatter.format(record))


def test_the_way_out_and_a_deletion_are_logged(
    anna: User, signed_in: Callable[[User], Client], told: Told, no_one_else: None
) -> None:
    give_factor(anna)
    call_command("reset_factors", "anna")
    anna.refresh_from_db()
    signed_in(anna).post("/accounts/delete/", {"password": PASSWORD})
    assert [record["event"] for record in told()] == ["factor_removed", "signed_in", "account_deleted"]
    assert not SecurityEvent.objects.exists()


def test_guests_have_no_events(guest: User, signed_in: Callable[[User], Client], told: Told) -> None:
    signed_in(guest)
    assert told() == []
    assert not SecurityEvent.objects.exists()


def test_events_are_kept_for_ninety_days(anna: User, signed_in: Callable[[User], Client]) -> None:
    signed_in(anna)
    assert delete_old_events(timezone.now() + timedelta(days=89)) == 0
    assert delete_old_events(timezone.now() + timedelta(days=91)) == 1
