"""Sign-up does not tell who has an account, and an unconfirmed address does not block its owner."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.proof import prove
from tests.conftest import PASSWORD

SIGN_UP = "/accounts/signup/"
ADDRESS = "anna@example.org"
CHANGING = re.compile(
    r"csrfmiddlewaretoken\W+value=\W\w+|X-CSRFToken[^}]+|data-user=\W\d+|data-push=\W\w+"
    r"|[\w.]+@example.org|hue-\d+|dora|dirk",
    re.I,
)


@pytest.fixture
def known(anna: User) -> User:
    """Return anna, whose address is confirmed."""
    anna.email = ADDRESS
    anna.save()
    EmailAddress.objects.create(user=anna, email=ADDRESS, verified=True, primary=True)
    return anna


def sign_up(name: str, email: str) -> tuple[Client, list[object]]:
    """Return the browser and everything that the visitor sees of the answer, but their own name and address."""
    browser = Client()
    answer = browser.post(SIGN_UP, {"username": name, "password1": PASSWORD, "email": email})
    page = browser.get("/accounts/email/", follow=True)
    seen = [answer.status_code, answer.headers["Location"], page.status_code, CHANGING.sub("", page.content.decode())]
    return browser, seen


def test_a_known_address_and_an_unknown_one_sound_alike(known: User) -> None:
    assert sign_up("Dora", ADDRESS)[1] == sign_up("Dirk", "dirk@example.org")[1]


def test_the_owner_hears_of_it_and_the_other_gets_nothing(known: User) -> None:
    sign_up("Dora", ADDRESS)
    assert [message.to for message in mail.outbox] == [[ADDRESS]]
    body = mail.outbox[0].body
    assert "/accounts/password/reset/" in body
    assert "/confirm-email/" not in body
    assert not EmailAddress.objects.get(user__username="Dora").verified
    known.refresh_from_db()
    assert known.email == ADDRESS


def test_an_account_with_an_unconfirmed_address_does_not_block_its_owner(carl: User, no_limits: None) -> None:
    """Carl claimed anna's address and never confirmed it."""
    carl.email = ADDRESS
    carl.save()
    EmailAddress.objects.create(user=carl, email=ADDRESS, primary=True)
    anna, _seen = sign_up("Anna", ADDRESS)
    link = next(word for word in mail.outbox[-1].body.split() if "/confirm-email/" in word)
    anna.post(link.partition("testserver")[2])
    assert list(EmailAddress.objects.values_list("user__username", "verified")) == [("Anna", True)]
    carl.refresh_from_db()
    assert carl.email == ""


def test_a_lost_password_goes_to_the_account_whose_address_is_confirmed(known: User) -> None:
    sign_up("Dora", ADDRESS)
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": ADDRESS})
    assert len(mail.outbox) == 1
    assert "anna" in mail.outbox[0].body


def test_adding_a_known_address_tells_nothing_either(
    known: User, bob: User, signed_in: Callable[[User], Client], no_limits: None
) -> None:
    pages = []
    for email in (ADDRESS, "dirk@example.org"):
        browser = prove(signed_in(bob))
        answer = browser.post("/accounts/email/", {"action_add": "", "email": email}, follow=True)
        pages.append(CHANGING.sub("", answer.content.decode()))
        EmailAddress.objects.filter(user=bob).delete()
    assert pages[0] == pages[1]
    assert "you already have one" in mail.outbox[0].body
