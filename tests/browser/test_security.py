"""Passkeys, codes and the list of sessions, with a virtual authenticator in place of a device's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, PHONE
from tests.conftest import PASSWORD
from tests.factors import code_of
from tests.serving import Site

pytestmark = pytest.mark.own_windows

SECURITY = "/accounts/security/"
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_authenticator(page: Page) -> Page:
    """Give the window a device that holds passkeys."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    return page


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    form = page.locator("form:has(#id_password1)")
    form.locator("#id_username").fill(name)
    form.locator("#id_password1").fill(PASSWORD)
    form.get_by_role("button").click()
    page.wait_for_url("**/lobby/")


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    form = page.locator("form:has(#id_password)")
    form.locator("#id_login").fill(name)
    form.locator("#id_password").fill(PASSWORD)
    form.get_by_role("button").click()


def prove(page: Page) -> None:
    """Type the password once more, as a change asks for it."""
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def fits(page: Page) -> None:
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), page.url
    assert axe_in_story(page) == [], page.url


@pytest.mark.thorough
def test_anna_adds_a_passkey_and_signs_in_with_it_alone(site: Site, window: Windows) -> None:
    home = site.url.replace("127.0.0.1", "localhost")  # an address of numbers has no passkeys
    anna = with_authenticator(window(device=PHONE, base_url=home))
    sign_up(anna, "anna")
    anna.goto(SECURITY)
    anna.get_by_role("link", name="Add a passkey").click()
    prove(anna)
    fits(anna)
    anna.get_by_label("Name").fill("My phone")
    anna.get_by_role("button", name="Add a passkey").click()
    expect(anna.get_by_role("heading", name="Recovery codes")).to_be_visible()
    codes = anna.locator(".codes li").all_inner_texts()
    assert len(codes) == 10
    fits(anna)
    with anna.expect_download() as saved:
        anna.get_by_role("link", name="Download").click()
    assert saved.value.path().read_text().split() == codes
    anna.reload()
    expect(anna.locator("main")).to_contain_text("10 recovery codes are left")  # they are shown once
    expect(anna.locator(".codes")).to_have_count(0)
    anna.goto(SECURITY)
    expect(anna.locator("#factors")).to_contain_text("My phone")
    fits(anna)

    anna.context.clear_cookies()
    anna.goto("/accounts/login/")
    anna.get_by_role("button", name="Sign in with a passkey").click()
    anna.wait_for_url("**/lobby/")
    expect(anna.locator("#header .name")).to_have_text("anna")

    anna.context.clear_cookies()
    sign_in(anna, "anna")  # the password alone is not enough
    expect(anna.get_by_role("heading", name="One more step")).to_be_visible()
    anna.get_by_role("button", name="Use a passkey").click()
    anna.wait_for_url("**/lobby/")


@pytest.mark.thorough
def test_greta_plays_as_a_guest_and_keeps_her_account_by_a_passkey_alone(site: Site, window: Windows) -> None:
    home = site.url.replace("127.0.0.1", "localhost")
    greta = with_authenticator(window(device=PHONE, base_url=home))
    greta.goto("/accounts/signup/")
    greta.get_by_role("link", name="Sign up with a passkey, without a password").click()
    fits(greta)
    greta.get_by_label("Name").fill("greta")
    greta.get_by_role("button", name="Next: make the passkey").click()
    expect(greta.locator("main")).to_contain_text("Your account is greta")
    expect(greta.locator("#header .name")).to_contain_text("Guest-")  # until the passkey is made
    fits(greta)
    greta.goto("/lobby/")  # she changes her mind, and comes back
    greta.goto("/accounts/signup/passkey/create/")
    greta.get_by_role("button", name="Make the passkey").click()
    expect(greta.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect(greta.locator(".codes li")).to_have_count(10)
    expect(greta.locator("main")).to_contain_text("This passkey is the only way into your account")
    expect(greta.locator("#header .name")).to_have_text("greta")
    fits(greta)
    greta.get_by_role("link", name="Add an e-\N{WORD JOINER}mail address").click()
    expect(
        greta.get_by_role("heading", name="E-\N{WORD JOINER}mail addresses")
    ).to_be_visible()  # the passkey was the proof

    greta.context.clear_cookies()
    greta.goto("/accounts/login/")
    greta.get_by_role("button", name="Sign in with a passkey").click()
    greta.wait_for_url("**/lobby/")
    expect(greta.locator("#header .name")).to_have_text("greta")


@pytest.mark.thorough
def test_bob_sets_up_an_app_without_javascript_and_signs_out_elsewhere(site: Site, window: Windows) -> None:
    bob, elsewhere = window(device=DESKTOP, javascript=False), window(device=PHONE)
    sign_up(bob, "bob")
    sign_in(elsewhere, "bob")
    elsewhere.wait_for_url("**/lobby/")
    bob.goto("/accounts/2fa/totp/activate/")
    prove(bob)
    secret = bob.locator(".key").inner_text()
    bob.locator("#id_code").fill(code_of(secret))
    bob.get_by_role("button", name="Set up").click()
    expect(bob.get_by_role("heading", name="Recovery codes")).to_be_visible()
    code = bob.locator(".codes li").first.inner_text()

    bob.goto(SECURITY)
    expect(bob.locator("#browsers li")).to_have_count(2)
    bob.get_by_role("button", name="Sign out everywhere else").click()
    expect(bob.locator("#browsers li")).to_have_count(1)
    way = elsewhere.locator("#renewal").get_by_role("link", name="Sign in")
    expect(way).to_be_visible()  # its open page heard of it

    sign_in(elsewhere, "bob")
    expect(elsewhere.get_by_role("heading", name="One more step")).to_be_visible()
    fits(elsewhere)
    elsewhere.locator("#id_code").fill(code)
    elsewhere.get_by_role("button", name="Sign in", exact=True).click()
    elsewhere.wait_for_url("**/lobby/")
