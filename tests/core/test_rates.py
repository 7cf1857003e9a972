"""Rate limits: each part of a limit counts by itself, for one address or one account, from the first use on."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from core.limits import Rate, admit, admit_account, admit_site, opens_in, parsed


def request_of(user: User | None = None, address: str = "203.0.113.7") -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    request.user = user or AnonymousUser()
    return request


def test_a_limit_is_a_text() -> None:
    assert parsed("5/10s/user,120/h") == (Rate(5, 10, "user"), Rate(120, 3600, "ip"))


@pytest.mark.parametrize("text", ["", "5", "5/x/ip", "5/h/key", "-1/h/ip", "5/h/ip,", "many"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        parsed(text)


def test_accounts_count_apart(anna: User, bob: User, settings: Settings) -> None:
    settings.RATE_LIMITS = {"chat": "2/h/user"}
    assert [admit_account(anna.pk, "chat") for _time in range(3)] == [True, True, False]
    assert admit_account(bob.pk, "chat")


def test_the_site_counts_for_itself(settings: Settings) -> None:
    settings.RATE_LIMITS = {"estimates": "2/h/site"}
    assert [admit_site("estimates") for _time in range(3)] == [True, True, False]


def test_the_address_counts_for_all_and_the_account_for_one(anna: User, bob: User, settings: Settings) -> None:
    settings.RATE_LIMITS = {"analysis": "3/h/ip,1/h/user"}
    assert admit(request_of(anna), "analysis")
    assert not admit(request_of(anna), "analysis")
    assert admit(request_of(bob), "analysis")
    assert not admit(request_of(), "analysis")
    assert admit(request_of(address="203.0.113.8"), "analysis")


def test_a_subscriber_of_ipv6_is_one_visitor(db: None, settings: Settings) -> None:
    settings.RATE_LIMITS = {"picture": "1/m/ip"}
    assert admit(request_of(address="2001:db8::1"), "picture")
    assert not admit(request_of(address="2001:db8::2"), "picture")
    assert admit(request_of(address="2001:db8:0:1::1"), "picture")


def test_refused_uses_do_not_make_the_wait_longer(db: None, settings: Settings) -> None:
    settings.RATE_LIMITS = {"lights": "2/m/ip"}
    began = timezone.now()
    with time_machine.travel(began, tick=False):
        assert opens_in(request_of(), "lights") == 0
        assert [admit(request_of(), "lights") for _time in range(4)] == [True, True, False, False]
        assert opens_in(request_of(), "lights") == 60
    with time_machine.travel(began + timedelta(seconds=45), tick=False):
        assert not admit(request_of(), "lights")
        assert opens_in(request_of(), "lights") == 15
    with time_machine.travel(began + timedelta(seconds=61), tick=False):
        assert admit(request_of(), "lights")


def test_a_limit_that_is_off_refuses_nothing(db: None, settings: Settings) -> None:
    settings.RATE_LIMITS = {}
    assert all(admit(request_of(), "picture") for _time in range(200))
    assert opens_in(request_of(), "picture") == 0
