"""The page for which someone signs in or up is not lost on the way, however many steps it takes."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from core import clock
from tests.accounts.proof import prove
from tests.accounts.test_factors import ASKED, CODES, LOGIN, half_in, one_code
from tests.accounts.test_passkey_signup import LOGIN as BY_PASSKEY
from tests.accounts.test_passkey_signup import MAKE, SIGN_UP, choose, make
from tests.conftest import PASSWORD
from tests.factors import Device, code_of, give_codes, give_factor

pytestmark = pytest.mark.usefixtures(one_code.__name__)
NEXT, ONWARD = "/accounts/settings/", "?next=%2Faccounts%2Fsettings%2F"
RESET, CANCELLED = "/accounts/password/reset/", "/accounts/3rdparty/login/cancelled/"
TOKEN = "/accounts/tokens/new/"


def link_of(page: str, text: str) -> str:
    [address] = re.findall(rf'href="([^"]*)"[^>]*>\s*{text}', page.partition("<main")[2].partition("</main>")[0])
    return str(address)


def field_of(page: str) -> str:
    [value] = {*re.findall(r'name="next" value="([^"]*)"', page)}
    return str(value)


@pytest.mark.parametrize("by", ["a name", "a passkey", "signing in", "an app"])
def test_a_guest_gets_to_the_page_that_is_for_accounts_only(
    anna: User, guest: User, signed_in: Callable[[User], Client], by: str
) -> None:
    browser = signed_in(guest)
    page = f"{TOKEN}?name=Rook&scope=matches:play"
    way = browser.get(page).headers["Location"]
    form = browser.get(way).content.decode()
    hidden = {"next": html.unescape(field_of(form))}
    assert hidden["next"] == page
    assert way == link_of(browser.get(link_of(form, "Sign in")).content.decode(), "Sign up</a>")
    if by == "a name":
        answer = browser.post(way, {"username": "dora", "password1": PASSWORD, **hidden})
    elif by == "a passkey":
        first = browser.get(link_of(form, "Sign up with a passkey")).content.decode()
        choose(browser, next=html.unescape(field_of(first)))
        codes = make(browser, Device())
        answer = browser.get(codes)
        assert html.unescape(link_of(answer.content.decode(), "Continue")) == page
        return
    else:
        if by == "an app":
            give_factor(anna)
        answer = browser.post(LOGIN, {"login": "anna", "password": PASSWORD, **hidden})
    if by == "an app":
        assert link_of(browser.get(ASKED).content.decode(), "Cancel") == f"{LOGIN}?{way.partition('?')[2]}"
        assert browser.get(LOGIN).status_code == 200  # and still the guest
        answer = browser.post(ASKED, {"code": code_of()})
    assertRedirects(answer, page)


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "security"])
def test_no_link_leads_on_to_another_site(newcomer: Client, elsewhere: str) -> None:
    for path in (LOGIN, "/accounts/signup/", SIGN_UP, RESET, f"{RESET}done/", CANCELLED):
        links = re.findall(r'href="([^"]*)"', newcomer.get(path, {"next": elsewhere}).content.decode())
        assert not [link for link in links if "next=" in link], path


def test_who_has_lost_the_password_and_finds_it_still_gets_there(newcomer: Client) -> None:
    page = newcomer.get(f"{LOGIN}{ONWARD}").content.decode()
    lost = link_of(page, "Forgot your password")
    assert lost == f"{RESET}{ONWARD}"
    assert page.count(f'href="/accounts/signup/{ONWARD}"') == 2  # here and in the head
    page = newcomer.get(lost).content.decode()
    assert link_of(page, "Back to sign-in") == f"{LOGIN}{ONWARD}"
    answer = newcomer.post(RESET, {"email": "who@example.org", "next": field_of(page)})
    assertRedirects(answer, f"{RESET}done/{ONWARD}")
    page = newcomer.get(answer.headers["Location"]).content.decode()
    assert (link_of(page, "Try again"), link_of(page, "Back to sign-in")) == (lost, f"{LOGIN}{ONWARD}")


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
    page = newcomer.get(path).content.decode()
    assert field_of(page.partition("/accounts/logout/")[0]) == NEXT
    assert 'name="next" value="/accounts/login/?next=%2Faccounts%2Fsettings%2F"' in page  # of Cancel
    newcomer.post(path, {"code": "000000"})
    code = code_of() if by == "app" else codes[0]
    assertRedirects(newcomer.post(ASKED, {"code": code}), NEXT)


def test_who_is_too_slow_with_a_second_factor_still_gets_there(
    anna: User, newcomer: Client, time_machine: time_machine.TimeMachineFixture
) -> None:
    give_factor(anna)
    time_machine.move_to(clock.now(), tick=False)
    newcomer.post(LOGIN, {"login": "anna", "password": PASSWORD, "next": NEXT})
    time_machine.shift(timedelta(minutes=15, seconds=1))
    assertRedirects(newcomer.post(ASKED, {"code": code_of(), "next": NEXT}), f"{LOGIN}{ONWARD}")


def test_new_recovery_codes_lead_to_the_page_as_the_first_ones(anna: User, signed_in: Callable[[User], Client]) -> None:
    give_codes(give_factor(anna))
    browser = prove(signed_in(anna))
    new = link_of(browser.get(f"{CODES}{ONWARD}").content.decode(), "New codes")
    assert new == f"{CODES}generate/{ONWARD}"
    page = browser.get(new).content.decode()
    assert (field_of(page), link_of(page, "Back")) == (NEXT, f"{CODES}{ONWARD}")
    assertRedirects(browser.post(f"{CODES}generate/", {"next": NEXT}), f"{CODES}{ONWARD}")
    assert link_of(browser.get(f"{CODES}generate/").content.decode(), "Back") == "/accounts/security/"


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
