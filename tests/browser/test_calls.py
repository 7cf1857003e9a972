"""A friend follows a link to a live match while its maker is in the messenger: she is called, and nothing is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers
from tests.browser.devices import DESKTOP, PHONE
from tests.browser.meeting import arrive

HIDDEN = """
Object.defineProperty(document, "visibilityState", { get: () => (window.away ? "hidden" : "visible") });
window.sounds = 0;
document.addEventListener("called", () => { window.sounds += 1; });
"""
HERE = re.compile(r"^🔔 bob is here: play now · ")
BEGUN = re.compile("mine|theirs")


def live_link(page: Page) -> str:
    """Create a link to a live match through the form, and return its address."""
    page.goto("/lobby/new/?kind=link&game=summy")
    page.get_by_role("radio", name="Anyone with the link").check()
    page.get_by_label("Time", exact=True).select_option("5+8")
    page.get_by_role("button", name="Create challenge").click()
    page.wait_for_url("**/lobby/c/*/")
    return page.url


def follow(friend: Page, link: str) -> None:
    """Follow the link and press Play."""
    friend.goto(link)
    friend.get_by_role("button", name="Play").click()
    arrive(friend)


@pytest.mark.thorough
def test_anna_closes_the_page_and_is_called_on_the_next_that_she_opens(newcomer: Newcomers) -> None:
    anna, bob = newcomer("anna", device=PHONE), newcomer("bob", device=PHONE)
    link = live_link(anna)
    expect(anna.get_by_text("You can leave this page for 15 minutes")).to_be_visible()
    anna.goto("about:blank")
    follow(bob, link)
    expect(bob.locator("#away")).to_contain_text("We have called anna.")
    assert axe_in_story(bob) == []
    anna.goto("/puzzles/")
    expect(anna).to_have_title(HERE)
    toast = anna.locator("#toasts").get_by_role("link", name="bob is here: play now")
    expect(toast).to_be_visible()
    assert axe_in_story(anna) == []
    bob.goto("/puzzles/")  # he looks around meanwhile
    toast.click()
    arrive(anna)
    expect(bob).to_have_title(re.compile("anna is here: play now"))
    bob.locator("#toasts").get_by_role("link", name="anna is here: play now").click()
    arrive(bob)
    for page in (anna, bob):
        expect(page.locator("#match_view")).to_have_attribute("data-turn", BEGUN)
        expect(page.locator("#away")).not_to_contain_text("We have called")


@pytest.mark.thorough
def test_a_hidden_page_calls_by_title_and_sound_and_stops_when_it_is_over(newcomer: Newcomers) -> None:
    anna, bob = newcomer("anna2", device=DESKTOP), newcomer("bob2")
    link = live_link(anna)
    other = anna.context.new_page()
    other.add_init_script(HIDDEN)
    other.goto("/ratings/")
    other.evaluate("window.away = true")
    anna.close()
    follow(bob, link)
    expect(other).to_have_title(re.compile("^🔔 bob2 is here: play now · "))
    assert other.evaluate("window.sounds") == 1
    expect(other.locator("#toasts a")).to_be_hidden()
    other.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    toast = other.locator("#toasts").get_by_role("link", name="bob2 is here: play now")
    expect(toast).to_be_visible()
    again = other.context.new_page()
    again.goto(toast.get_attribute("href") or "")
    arrive(again)
    expect(again.locator("#match_view")).to_have_attribute("data-turn", BEGUN)
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(other).not_to_have_title(re.compile("🔔"))
    expect(toast).to_have_count(0)


@pytest.mark.thorough
def test_the_page_that_anna_left_open_goes_to_the_match_at_once(newcomer: Newcomers) -> None:
    anna, bob = newcomer("anna3"), newcomer("bob3")
    link = live_link(anna)
    follow(bob, link)
    arrive(anna)
    assert anna.url == bob.url


@pytest.mark.thorough  # by default: tests/lobby/test_calls.py
def test_the_friend_who_comes_too_late_challenges_back(newcomer: Newcomers) -> None:
    anna, bob, carl = newcomer("anna4"), newcomer("bob4"), newcomer("carl4", device=PHONE)
    link = live_link(anna)
    carl.goto(link)
    follow(bob, link)
    arrive(anna)
    expect(anna.locator("#match_view")).to_have_attribute("data-turn", BEGUN)  # her new page is connected
    carl.get_by_role("button", name="Challenge anna4").click()
    carl.wait_for_url("**/lobby/")
    expect(carl.get_by_text("We have told anna4 that you want to play.")).to_be_visible()
    expect(anna.locator("#toasts")).to_contain_text("carl4 challenges you")
