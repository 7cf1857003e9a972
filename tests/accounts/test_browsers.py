"""The list of browsers in which a player is signed in, and signing out elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.asserts import assertRedirects

from accounts import sessions
from accounts.models import SignedInBrowser, User
from core import clients
from core.live import fanout
from tests.accounts.proof import prove
from tests.accounts.test_sessions import Listener
from tests.conftest import PASSWORD

pytestmark = pytest.mark.sql

SECURITY = "/accounts/security/"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/605.1"


def sign_in(agent: str, address: str) -> Client:
    browser = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    assert browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD}).status_code == 302
    return prove(browser)


def is_in(browser: Client) -> bool:
    return browser.get("/accounts/settings/").status_code == 200


def test_anna_sees_her_browsers_and_of_each_address_only_the_network(anna: User) -> None:
    here, _there = sign_in(DESK, "192.0.2.17"), sign_in(PHONE, "2001:db8:7:9::5")
    page = here.get(SECURITY).content.decode()
    assert page.index("Firefox, Linux") < page.index("this one") < page.index("Chrome, Android")
    assert "192.0.2.0/24" in page
    assert "2001:db8:7::/48" in page
    assert "192.0.2.17" not in page
    assert not any(key in page for key in Session.objects.values_list("session_key", flat=True))


def test_she_signs_one_of_them_out(anna: User) -> None:
    here, there, elsewhere = (sign_in(agent, "192.0.2.17") for agent in (DESK, PHONE, MAC))
    phone = SignedInBrowser.objects.get(device="Chrome, Android")
    assertRedirects(here.post(f"{SECURITY}sign-out/", {"browser": phone.pk}), SECURITY)
    assert [is_in(browser) for browser in (here, there, elsewhere)] == [True, False, True]
    assert not SignedInBrowser.objects.filter(device="Chrome, Android").exists()


def test_she_signs_out_everywhere_else(anna: User, signed_in: Callable[[User], Client]) -> None:
    """Also where she has not been since the list exists."""
    here, there, before = sign_in(DESK, "192.0.2.17"), sign_in(PHONE, "192.0.2.17"), sign_in(MAC, "192.0.2.17")
    SignedInBrowser.objects.filter(device="Safari, Mac").delete()
    assertRedirects(here.post(f"{SECURITY}sign-out-elsewhere/"), SECURITY)
    assert [is_in(browser) for browser in (here, there, before)] == [True, False, False]
    assert [row.device for row in SignedInBrowser.objects.all()] == ["Firefox, Linux"]


@pytest.mark.parametrize("wrong", ["", "x", "9" * 30, "²"])
def test_no_one_signs_out_the_browser_of_another(
    anna: User, bob: User, signed_in: Callable[[User], Client], wrong: str
) -> None:
    annas, bobs = sign_in(DESK, "192.0.2.17"), prove(signed_in(bob))
    number = str(SignedInBrowser.objects.get(user=anna).pk)
    for browser, value in ((bobs, number), (annas, number), (bobs, wrong)):
        assert browser.post(f"{SECURITY}sign-out/", {"browser": value}).status_code == 404
    assert is_in(annas)


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_elsewhere_hears_of_it_at_once(anna: User) -> None:
    here, there = await sync_to_async(lambda: (sign_in(DESK, "192.0.2.17"), sign_in(PHONE, "192.0.2.17")))()
    ear = Listener()
    (topic,) = await sync_to_async(lambda: sessions.topics_of({"session": there.session}))()
    fanout.subscribe(topic, ear)
    phone = await SignedInBrowser.objects.aget(device="Chrome, Android")
    await sync_to_async(here.post)(f"{SECURITY}sign-out/", {"browser": phone.pk})
    assert [await ear.heard.get(), await ear.heard.get()] == ["session.changed", "session.ended"]
    fanout.unsubscribe(topic, ear)


def test_the_time_is_written_at_most_every_five_minutes(anna: User) -> None:
    here = sign_in(DESK, "192.0.2.17")
    began = SignedInBrowser.objects.get().seen_at
    here.get(SECURITY)
    assert SignedInBrowser.objects.get().seen_at == began
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        cache.clear()  # Redis has a time of its own, and would have dropped the key by then
        here.get(SECURITY)
    assert SignedInBrowser.objects.get().seen_at - began > timedelta(minutes=5)


def test_signing_out_and_a_new_password_take_a_browser_off_the_list(anna: User) -> None:
    here, there = sign_in(DESK, "192.0.2.17"), sign_in(PHONE, "192.0.2.17")
    there.post("/accounts/logout/")
    assert SignedInBrowser.objects.get().device == "Firefox, Linux"
    new = {"oldpassword": PASSWORD, "password1": "letters are fine", "password2": "letters are fine"}
    here.post("/accounts/password/change/", new)
    assert here.get(SECURITY).status_code == 200
    assert [row.device for row in SignedInBrowser.objects.all()] == ["Firefox, Linux"]


@pytest.mark.parametrize(
    ("address", "network"),
    [("192.0.2.17", "192.0.2.0/24"), ("::ffff:192.0.2.17", "192.0.2.0/24"), ("rubbish", ""), ("::1", "::/48")],
)
def test_addresses_are_cut(address: str, network: str) -> None:
    assert clients.network_of(RequestFactory(REMOTE_ADDR=address).get("/")) == network


def test_anna_is_told_by_mail_of_a_browser_and_network_that_are_both_new(anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    sign_in(DESK, "192.0.2.17")
    sign_in(PHONE, "192.0.2.99")  # another browser at home
    sign_in(DESK, "198.51.100.3")  # the same on a journey
    assert mail.outbox == []
    sign_in(MAC, "203.0.113.4")
    [letter] = mail.outbox
    assert (letter.to, "new browser" in letter.subject) == (["anna@example.org"], True)
    assert "Safari, Mac, 203.0.113.0/24" in letter.body
    assert "203.0.113.4" not in letter.body
    sign_in(MAC, "203.0.113.4")
    assert len(mail.outbox) == 1
