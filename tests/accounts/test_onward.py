"""The page for which someone signs in or up is not lost on the way, however many steps it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from core import clock
from tests.accounts.test_factors import ASKED, CODES, LOGIN, half_in, one_code
from tests.accounts.test_passkey_signup import LOGIN as BY_PASSKEY
from tests.accounts.test_passkey_signup import MAKE, SIGN_UP, choose, make
from tests.conftest import PASSWORD
from tests.factors import Device, code_of, give_codes, give_factor

pytestmark = pytest.mark.usefixtures(one_code.__name__)
NEXT, ONWARD = "/accounts/settings/", "?next=%2Faccounts%2Fsettings%2F"
TOKEN = "/accounts/tokens/new/"


def link_of(page: str, text: str) -> str:
    [address] = re.findall(rf'href="([^"]*)"[^>]*>\s*{text}', page)
    return str(address)


def test_who_wants_another_name_or_a_password_instead_of_a_passkey_still_gets_there(newcomer: Client) -> None:
    choose(newcomer, next=NEXT)
    page = newcomer.get(MAKE).content.decode()
    assert link_of(page, "Another name") == f"{SIGN_UP}{ONWARD}"
    assert link_of(page, "Sign up with a password") == f"/accounts/signup/{ONWARD}"
    choose(newcomer)  # for no page
    page = newcomer.get(MAKE).content.decode()
    assert link_of(page, "Another name") == SIGN_UP
    assert link_of(page, "Sign up with a password") == "/accounts/signup/"


def test_who_loses_the_chosen_name_to_another_still_gets_there(newcomer: Client) -> None:
    choose(newcomer, next=NEXT)
    User.objects.create_user("dora")
    again = make(newcomer, Device())
    assert again == f"{SIGN_UP}{ONWARD}"
    assertContains(newcomer.get(again), f'name="next" value="{NEXT}"')
    choose(newcomer, "Dirk", next=NEXT)
    assert make(newcomer, Device()) == f"{CODES}{ONWARD}"


def test_a_refused_form_keeps_the_page(newcomer: Client, anna: User) -> None:
    forms = [
        (LOGIN, {"login": "anna", "password": "a guess"}),
        ("/accounts/signup/", {"username": "anna", "password1": PASSWORD}),
        (SIGN_UP, {"username": "anna"}),
    ]
    for path, form in forms:
        assertContains(newcomer.post(path, {**form, "next": NEXT}), f'name="next" value="{NEXT}"', msg_prefix=path)


@pytest.mark.parametrize("by", ["app", "recovery code"])
def test_a_second_factor_leads_to_the_page_also_after_a_wrong_one(anna: User, newcomer: Client, by: str) -> None:
    codes = give_codes(give_factor(anna))
    answer = newcomer.post(LOGIN, {"login": "anna", "password": PASSWORD, "next": NEXT})
    path = answer.headers["Location"]
    assert path.partition("?")[0] == ASKED
    newcomer.post(path, {"code": "000000"})
    code = code_of() if by == "app" else codes[0]
    assertRedirects(newcomer.post(ASKED, {"code": code}), NEXT)


def test_a_second_factor_without_a_page_leads_to_the_lobby(anna: User, newcomer: Client) -> None:
    give_factor(anna)
    answer = half_in(newcomer).post(ASKED, {"code": code_of()})
    assertRedirects(answer, "/lobby/", fetch_redirect_response=False)


def test_a_passkey_leads_to_the_page_also_after_a_forged_one(newcomer: Client) -> None:
    device = Device()
    choose(newcomer)
    make(newcomer, device)
    browser = Client()
    refused = browser.post(BY_PASSKEY, {"credential": "{}", "next": NEXT})
    options = browser.get(BY_PASSKEY, headers={"Accept": "application/json"}).content.decode()
    assert refused.headers["Location"] == f"{LOGIN}{ONWARD}"
    answer = browser.post(BY_PASSKEY, {"credential": device.sign(options), "next": NEXT})
    assertRedirects(answer, NEXT)


def test_a_proof_by_a_code_leads_to_the_page(anna: User, signed_in: Callable[[User], Client]) -> None:
    give_factor(anna)
    browser = signed_in(anna)
    path = "/accounts/2fa/reauthenticate/"
    assertContains(browser.post(path, {"code": "000000", "next": NEXT}), f'name="next" value="{NEXT}"')
    assertRedirects(browser.post(path, {"code": code_of(), "next": NEXT}), NEXT)


def test_a_sign_in_counts_for_five_minutes_and_then_a_proof_leads_back(
    anna: User, newcomer: Client, time_machine: time_machine.TimeMachineFixture
) -> None:
    now = clock.now().replace(microsecond=0)
    time_machine.move_to(now, tick=False)
    newcomer.post(LOGIN, {"login": "anna", "password": PASSWORD})
    time_machine.move_to(now + timedelta(minutes=5), tick=False)
    assert newcomer.get(TOKEN).headers.get("Location", TOKEN) == TOKEN
    time_machine.move_to(now + timedelta(minutes=5, seconds=1), tick=False)
    assertRedirects(newcomer.get(TOKEN), f"/accounts/reauthenticate/?next={TOKEN}")
    assertRedirects(newcomer.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": TOKEN}), TOKEN)
