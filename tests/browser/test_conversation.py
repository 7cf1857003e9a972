"""The chat during a match, on desktop and phone: live, each in their own language, and without moving tiles."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Tolerance, Windows
from tests.browser.dealing import sit_alone, sit_down, staged
from tests.browser.devices import DESKTOP, PHONE, Device, small
from tests.browser.input_methods import DELIBERATE
from tests.browser.test_laying import type_on
from tests.browser.touch_events import Finger
from tests.serving import Site
from tests.sizes import cases

BOARD_IN_VIEW = """() => {
  const drawer = document.querySelector("#chat .drawer").getBoundingClientRect();
  const board = document.getElementById("board").getBoundingClientRect();
  return Math.min(drawer.top, innerHeight) - Math.max(board.top, 0);
}"""


def open_chat(page: Page) -> None:
    """Open the chat drawer."""
    page.locator("#chat > summary").click()
    expect(page.locator("#chat .drawer")).to_be_visible()


def write(page: Page, words: str) -> None:
    """Type a message and press Enter."""
    page.locator("#chat_text").fill(words)
    page.keyboard.press("Enter")
    expect(page.locator("#chat_text")).to_have_value("")


@pytest.mark.thorough  # by default: the screens of test_in_reach.py
def test_a_phone_on_its_side_has_the_words_beside_the_board(site: Site, window: Windows) -> None:
    _anna, bob = sit_down(site, window, bob=PHONE)
    open_chat(bob)
    write(bob, "Hello")
    for width, height in ((844, 390), (667, 375), (568, 320)):
        bob.set_viewport_size({"width": width, "height": height})
        expect(bob.locator("#chat_own li")).to_be_in_viewport(ratio=1)
        expect(bob.locator("#chat_text")).to_be_in_viewport(ratio=1)
        drawer, board = (bob.locator(one).bounding_box() for one in ("#chat .drawer", "#board"))
        assert drawer
        assert board
        assert drawer["x"] >= board["x"] + board["width"] - 1, width


@pytest.mark.thorough  # by default: the sheet that is swiped away in test_sheets.py
def test_on_a_phone_a_swipe_down_closes_it_unless_it_scrolls(site: Site, window: Windows) -> None:
    _anna, bob = sit_down(site, window, bob=small(320, 568))
    open_chat(bob)
    for words in ("Hello", "How are you?", "Good luck", "Have fun"):
        write(bob, words)
        bob.wait_for_timeout(DELIBERATE)
    drawer = bob.locator("#chat .drawer")
    place, messages = drawer.bounding_box(), bob.locator("#chat_messages").bounding_box()
    assert place
    assert messages
    assert bob.locator("#chat_messages").evaluate("place => place.scrollTop") > 0
    for y, closes in ((messages["y"] + 20, False), (place["y"] + 10, True)):
        finger = Finger(bob)
        finger.press(150, y)
        finger.move(155, y + 70)
        finger.lift()
        expect(drawer).to_be_visible(visible=not closes)


@pytest.mark.thorough
@pytest.mark.own_windows
def test_a_browser_without_storage_chats_and_plays(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    anna.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no') } })")
    anna.reload()
    type_on(anna, "e7", "9-")
    open_chat(bob)
    write(bob, "Hello")
    expect(anna.locator("#chat_new")).to_contain_text("1 new message")
    open_chat(anna)
    write(anna, "Hello bob")
    expect(bob.locator("#chat_own")).to_contain_text("Hello bob")
    assert staged(anna) == "e7:9 f7:−"


def test_they_chat_while_they_play(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, bob=PHONE | {"locale": "nl"})
    type_on(anna, "e7", "9-")

    open_chat(bob)
    assert bob.evaluate(BOARD_IN_VIEW) > 200
    write(bob, "<b>Hoi</b> https://example.org")
    expect(bob.locator("#chat_own")).to_contain_text("<b>Hoi</b> https://example.org")
    expect(anna.locator("#chat_new")).to_contain_text("1 new message")
    open_chat(anna)
    expect(anna.locator("#chat_own li")).to_have_count(1)
    expect(anna.locator("#chat_new")).to_be_empty()
    assert anna.locator("#chat_own .what :is(a, b)").count() == 0
    anna.locator("#chat_close").click()
    expect(anna.locator("#chat .drawer")).to_be_hidden()
    expect(anna.locator("#chat_new")).to_be_empty()  # what was read stays so
    open_chat(anna)

    anna.locator("#chat_say button[value=luck]").click()
    expect(anna.locator("#chat_own")).to_contain_text("Good luck!")
    expect(bob.locator("#chat_own li")).to_have_count(2)
    expect(bob.locator("html")).to_have_attribute("lang", "nl")
    expect(bob.locator("#chat_own li").nth(1).locator(".what")).to_have_text(
        bob.locator("#chat_say button[value=luck]").inner_text()  # as his page says it
    )

    assert staged(anna) == "e7:9 f7:−"
    for page in (anna, bob):
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        assert axe_in_story(page) == []


def test_a_message_in_an_outage_is_sent_again_and_stored_once(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("503")
    anna, bob = sit_down(site, window)
    away = iter(["before it is stored", "after it is stored"])

    def answer(route: Route) -> None:
        gone = next(away, None)
        if gone == "after it is stored":
            route.fetch()
        if gone:
            route.fulfill(status=503)
        else:
            route.continue_()

    open_chat(anna)
    open_chat(bob)
    bob.route("**/social/chat/**", answer)
    write(bob, "Are you there?")
    expect(anna.locator("#chat_own li")).to_have_count(1)
    expect(bob.locator("#chat_own li")).to_have_count(1)
    expect(bob.locator("#chat_problem")).to_be_empty()
    assert next(away, None) is None


@pytest.mark.thorough
def test_what_is_typed_while_a_message_is_on_its_way_stays(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    open_chat(anna)

    def answer(route: Route) -> None:
        anna.locator("#chat_text").fill("And how are you?")
        route.continue_()

    anna.route("**/social/chat/**", answer)
    anna.locator("#chat_text").fill("Hello")
    anna.keyboard.press("Enter")
    expect(anna.locator("#chat_own .what")).to_have_text(["Hello"])
    expect(anna.locator("#chat_say form.typing")).not_to_have_attribute("aria-busy", "true")
    expect(anna.locator("#chat_text")).to_have_value("And how are you?")
    anna.wait_for_timeout(DELIBERATE)
    anna.locator("#chat_text").press("Enter")
    expect(anna.locator("#chat_own .what")).to_have_text(["Hello", "And how are you?"])


@pytest.mark.thorough
def test_the_switch_turns_it_off_and_the_tiles_stay(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    type_on(anna, "e7", "9-")
    open_chat(anna)
    write(anna, "Hello")

    anna.get_by_role("button", name="Turn chat off").click()

    expect(anna.locator("#messages")).to_contain_text("Chat is off")
    assert staged(anna) == "e7:9 f7:−"
    bob.reload()
    open_chat(bob)
    expect(bob.locator("#chat_say")).to_contain_text("anna has turned the chat off.")
    open_chat(anna) if not anna.locator("#chat .drawer").is_visible() else None
    anna.get_by_role("button", name="Turn chat on").click()
    expect(anna.locator("#messages")).to_contain_text("Chat is on")


@pytest.mark.thorough
def test_what_was_said_while_the_line_was_down_arrives(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("ERR_INTERNET_DISCONNECTED", "WebSocket")
    anna, bob = sit_down(site, window)
    bob.context.set_offline(True)
    open_chat(bob)
    bob.locator("#chat_text").fill("Are you there?")
    bob.keyboard.press("Enter")
    expect(bob.locator("#chat_problem")).to_contain_text("Your words are still here")
    expect(bob.locator("#chat_text")).to_have_value("Are you there?")

    open_chat(anna)
    write(anna, "I am here")
    bob.context.set_offline(False)

    expect(bob.locator("#chat_own")).to_contain_text("I am here")
    bob.wait_for_timeout(DELIBERATE)
    bob.locator("#chat_text").press("Enter")
    expect(anna.locator("#chat_own")).to_contain_text("Are you there?")


@pytest.mark.thorough
@cases("device", {"desk": DESKTOP, "phone": PHONE}, default=["phone"])
def test_it_works_without_a_script(site: Site, window: Windows, device: Device) -> None:
    anna, bob = sit_down(site, window, bob=device)
    quiet = window(device=device, javascript=False)
    quiet.context.add_cookies(bob.context.cookies())  # type: ignore[arg-type]  # cookies have the same type
    quiet.goto(bob.url)

    open_chat(quiet)
    quiet.locator("#chat_text").fill("No script here")
    quiet.locator("#chat_text").press("Enter")

    expect(quiet.locator("#chat_own")).to_contain_text("No script here")
    open_chat(anna)
    expect(anna.locator("#chat_own")).to_contain_text("No script here")
