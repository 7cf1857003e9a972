"""A club by keyboard alone: anna makes it, bob joins by its link, she bans carl, hands it over, and bob closes it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Newcomers, Tolerance

MOST_PRESSES = 80
NAMED = "() => document.activeElement !== document.body && document.activeElement.matches(':focus-visible')"
BELOW = """all => all.map((list) =>
    list.getBoundingClientRect().top - list.previousElementSibling.getBoundingClientRect().bottom > 4)"""
WHOLE = "phrase => phrase.getBoundingClientRect().right <= phrase.parentElement.getBoundingClientRect().right + 1"


def tab_to(target: Locator) -> None:
    """Press Tab until this has the focus, which is seen at each step."""
    page = target.page
    for _press in range(MOST_PRESSES):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(target).to_be_focused()


def press(target: Locator, key: str = "Enter") -> None:
    """Press a key on what Tab has reached, with a visible ring around it."""
    tab_to(target)
    assert target.page.evaluate(NAMED), target
    target.page.keyboard.press(key)


def made(anna: Page, name: str) -> str:
    """Make a club by keyboard, and return its link."""
    anna.goto("/clubs/")
    press(anna.get_by_role("link", name="New club"))
    anna.wait_for_url("**/clubs/new/")
    tab_to(anna.get_by_label("Name"))
    anna.keyboard.type(name)
    press(anna.get_by_role("button", name="Create club"))
    press(anna.get_by_text("Show the link and its QR code"))
    return re.sub(r"^https?://[^/]+", "", anna.locator("#club code").inner_text())


@pytest.mark.thorough  # by default: tests/clubs; a match is found and played by keyboard in test_every_page.py
def test_a_club_is_led_by_keyboard(newcomer: Newcomers, tolerate: Tolerance) -> None:
    tolerate("404")
    anna, bob, carl = (newcomer(name) for name in ("anna", "bob", "carl"))
    link = made(anna, "Tile Turners")
    for page in (bob, carl):
        page.goto(link)
        press(page.get_by_role("button", name="Join the club"))
        expect(page.get_by_role("heading", name="Chat")).to_be_visible()
    assert set(anna.locator(".row:has(> .button) + .entries").evaluate_all(BELOW)) == {True}
    carl.get_by_label("Your message").fill("I am")

    change = anna.get_by_role("listitem").filter(has_text="carl").get_by_text("Change")
    ban = anna.get_by_role("button", name="Ban carl")
    expect(change).to_be_visible()  # without a reload
    press(change)
    press(ban)
    expect(anna.get_by_role("dialog")).to_contain_text("Ban this player from the club?")
    anna.keyboard.press("Escape")
    expect(ban).to_be_focused()
    anna.keyboard.press("Enter")
    press(anna.get_by_role("dialog").get_by_role("button", name="Ban carl"))
    expect(anna.get_by_text("carl is banned.").first).to_be_visible()
    expect(carl.get_by_text("You cannot join this club.")).to_be_visible()  # on the open page, without its chat
    expect(carl.get_by_label("Your message")).to_be_hidden()
    carl.goto(link)
    expect(carl.get_by_role("button", name="Join the club")).to_have_count(0)

    press(anna.get_by_role("listitem").filter(has_text="bob").get_by_text("Change"))
    press(anna.get_by_role("button", name="Hand the club over bob"))
    press(anna.get_by_role("dialog").get_by_role("button", name="Hand the club over bob"))
    expect(anna.get_by_text("The club is bob’s now.").first).to_be_visible()

    field, phrases = anna.get_by_label("Your message"), anna.locator("#club-chat .phrase")
    for number in range(phrases.count()):
        tab_to(phrases.nth(number))
        assert phrases.nth(number).evaluate(WHOLE), number
    tab_to(field)
    anna.keyboard.type("Good luck")
    press(bob.get_by_text("Close the club"), "Space")
    press(bob.get_by_role("button", name="Close for good"))
    expect(bob.get_by_text("The club is closed.").first).to_be_visible()
    expect(anna.get_by_text("What this page showed is gone.")).to_be_visible()
    expect(field).to_be_focused()
    anna.keyboard.press("Enter")
    expect(anna.locator("#chat_problem")).to_contain_text("This is gone.")
    assert field.input_value() == "Good luck"
