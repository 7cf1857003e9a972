"""A challenge by link, shared, copied or scanned, and players found by suggestions: by finger, by keys, unscripted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.input_methods import tab_to
from tests.serving import Site
from tests.sizes import cases

SHARES = "navigator.share = async (what) => { document.title = what.url; };"
CANCELS = "navigator.share = () => Promise.reject(new DOMException('cancelled', 'AbortError'));"
SCREENS = cases("device", {"phone": PHONE, "desk": DESKTOP}, default=["phone"])


def challenge(page: Page) -> str:
    """Create a challenge for anyone with the link, and return the address that its page shows."""
    page.goto("/lobby/new/?kind=link")
    page.get_by_role("radio", name="Anyone with the link").check()
    page.get_by_role("button", name="Create challenge").click()
    address = page.locator("#challenge .address")
    expect(address).to_contain_text("/lobby/c/")
    return address.inner_text()


@SCREENS
@pytest.mark.own_windows
def test_a_link_is_shared_where_the_device_can(window: Windows, site: Site, device: Device) -> None:
    visitor = window(device=device)
    visitor.add_init_script(SHARES)
    address = challenge(visitor)
    assert address.startswith(site.url)
    expect(visitor.get_by_role("img", name="QR code of the link")).to_be_visible()
    visitor.get_by_role("button", name="Share", exact=True).click()
    expect(visitor).to_have_title(address)


@pytest.mark.thorough
@pytest.mark.own_windows
def test_to_cancel_is_no_error(window: Windows) -> None:
    visitor = window(device=PHONE)
    visitor.add_init_script(CANCELS)
    challenge(visitor)
    visitor.get_by_role("button", name="Share", exact=True).tap()
    visitor.get_by_role("button", name="Copy", exact=True).tap()
    expect(visitor.locator("#toasts")).to_contain_text("The link is copied.")


@pytest.mark.thorough  # by default: a link that is shared
@SCREENS
@pytest.mark.own_windows
def test_a_link_is_copied_with_the_keyboard(window: Windows, device: Device) -> None:
    visitor = window(device=device, permissions=["clipboard-read", "clipboard-write"])
    visitor.add_init_script("delete Navigator.prototype.share")
    address = challenge(visitor)
    expect(visitor.get_by_role("button", name="Share", exact=True)).to_be_hidden()
    tab_to(visitor, "[data-copy]")
    visitor.keyboard.press("Enter")
    expect(visitor.locator("#toasts")).to_contain_text("The link is copied.")
    assert visitor.evaluate("navigator.clipboard.readText()") == address


@pytest.mark.thorough
@SCREENS
def test_without_scripts_the_address_stands_there(window: Windows, device: Device) -> None:
    visitor = window(device=device, javascript=False)
    address = challenge(visitor)
    for name in ("Share", "Copy"):
        expect(visitor.get_by_role("button", name=name, exact=True)).to_be_hidden()
    expect(visitor.get_by_role("img", name="QR code of the link")).to_be_visible()
    friend = window(device=device, javascript=False)
    friend.goto(address)
    expect(friend.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.thorough
@SCREENS
def test_names_are_suggested_while_one_types(newcomer: Newcomers, window: Windows, device: Device) -> None:
    name = f"zora-{'p' if device is PHONE else 'd'}"
    newcomer(name)
    visitor = window(device=device)
    visitor.goto("/lobby/players/")
    tab_to(visitor, "#seek-name")
    visitor.keyboard.type("ZO")
    expect(visitor.locator(f"#names option[value='{name}']")).to_be_attached()
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("heading", name="Names that begin with “ZO”")).to_be_visible()
    tab_to(visitor, f"a[href='/matches/by/{name}/']")
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("heading", name=name, level=1)).to_be_visible()


@pytest.mark.thorough
@SCREENS
def test_names_are_suggested_for_a_challenge(newcomer: Newcomers, device: Device) -> None:
    name = "yuri-p" if device is PHONE else "yuri-d"
    newcomer(name)
    anna = newcomer(f"anna-{name}", device=device)
    anna.goto("/lobby/new/")
    anna.get_by_role("radio", name="One player").check()
    anna.get_by_label("Name of the player").press_sequentially("yu")
    expect(anna.locator(f"#names option[value='{name}']")).to_be_attached()


@pytest.mark.thorough
def test_players_are_found_without_scripts(newcomer: Newcomers, window: Windows) -> None:
    newcomer("xaver")
    visitor = window(device=PHONE, javascript=False)
    visitor.goto("/lobby/players/")
    visitor.get_by_label("Name", exact=True).fill("xa")
    visitor.get_by_role("button", name="Find").tap()
    visitor.get_by_role("link", name="xaver").first.tap()
    expect(visitor.get_by_role("heading", name="xaver", level=1)).to_be_visible()


@pytest.mark.thorough
def test_another_game_keeps_what_is_filled_in_and_the_focus(window: Windows) -> None:
    visitor = window(device=DESKTOP)
    visitor.goto("/lobby/")
    visitor.get_by_role("link", name="Create a challenge").click()
    form = visitor.locator("#new_offer")
    form.get_by_role("radio", name="One player").check()
    form.get_by_label("Name of the player").fill("somebody")
    form.get_by_label("Time", exact=True).select_option("7")
    form.locator("details.unfold > summary").click()
    form.get_by_role("checkbox", name="No pauses").check()
    card = form.locator(".pictures a:not([aria-current])").first
    name = card.inner_text()
    card.focus()
    visitor.keyboard.press("Enter")
    expect(form.locator(".pictures a[aria-current]")).to_have_text(name)
    expect(form.locator(".pictures a[aria-current]")).to_be_focused()
    expect(form.get_by_role("radio", name="One player")).to_be_checked()
    expect(form.get_by_label("Name of the player")).to_have_value("somebody")
    expect(form.get_by_label("Time", exact=True)).to_have_value("7")
    expect(form.get_by_role("checkbox", name="No pauses")).to_be_checked()
