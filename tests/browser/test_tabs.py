"""Several tabs of one browser: each notices at once that another one has signed in or out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomers, Tolerance, Windows
from tests.browser.dealing import sit_alone
from tests.browser.devices import SIZES
from tests.browser.test_layout import box, edges, overlap
from tests.browser.test_puzzle_kinds import made, type_in
from tests.conftest import PASSWORD
from tests.serving import Site

OUT = "You are signed out."
ELSEWHERE = "You have signed in or out in another tab"


def another_tab(page: Page, path: str) -> Page:
    """Open one more tab of this browser."""
    tab = page.context.new_page()
    tab.goto(path)
    return tab


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.locator("#id_login").fill(name)
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/lobby/")


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Sign out").last.click()
    page.wait_for_url("**/")


def is_visitor(page: Page) -> None:
    expect(page.locator("#header").get_by_role("link", name="Sign in")).to_be_visible()


def is_player(page: Page, name: str) -> None:
    expect(page.locator("#header .menu")).to_contain_text(name)


@pytest.mark.thorough  # by default: who is signed out during a match
def test_open_pages_follow_a_sign_in_and_a_sign_out(newcomer: Newcomers, window: Windows) -> None:
    newcomer("ines")
    lobby = window()
    lobby.goto("/lobby/")
    front = another_tab(lobby, "/")
    third = another_tab(lobby, "/ratings/")
    sign_in(third, "ines")
    for page in (lobby, front):
        is_player(page, "ines")
    lobby.locator("#quick").get_by_role("button", name="Digifeud").click()  # its form works
    expect(lobby.locator("#waiting")).to_contain_text("Looking for an opponent")
    sign_out(third)
    for page in (lobby, front):
        is_visitor(page)
        expect(page.locator("#renewal")).to_contain_text(OUT)


def test_who_is_signed_out_during_a_match_is_told_and_comes_back(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    laying = another_tab(anna, anna.url)
    laying.locator("#rack .tile").first.click()
    laying.locator("#board td[data-takes]").first.click()
    expect(laying.locator("#board .staged")).to_be_visible()
    sign_out(another_tab(anna, "/"))
    expect(anna.locator("#match[data-seat='']")).to_be_attached()
    for page in (anna, laying):
        expect(page.locator("#renewal")).to_contain_text(OUT)
        expect(page.locator("#renewal").get_by_role("link", name="Reload")).to_be_hidden()
    expect(laying.locator("#board .staged")).to_be_visible()
    assert anna.get_by_text(OUT).count() == 1
    for width, height in SIZES[1:]:
        anna.set_viewport_size({"width": width, "height": height})
        for part in ("#scores > .player", "#board", "#header .logo"):
            for one in anna.locator(part).all():
                assert not (one.is_visible() and overlap(box(anna, "#renewal"), edges(one))), (part, width, height)
    path = anna.evaluate("location.pathname")
    anna.locator("#renewal").get_by_role("link", name="Sign in").click()
    expect(anna.locator("input[name=next]").first).to_have_value(path)


@pytest.mark.thorough
def test_a_spectator_becomes_a_player_and_another_player_a_spectator(
    site: Site, window: Windows, newcomer: Newcomers
) -> None:
    anna = sit_alone(site, window)
    newcomer("dora")
    cookies = [cookie for cookie in anna.context.cookies() if cookie["name"] == "sessionid"]
    path, visitor = anna.url, window()
    visitor.goto(path)
    expect(visitor.locator("#match[data-seat='']")).to_be_attached()
    visitor.context.add_cookies(cookies)  # type: ignore[arg-type]  # what was read can be written
    another_tab(visitor, "/lobby/")
    expect(visitor.locator("#match:not([data-seat=''])")).to_be_attached()
    other = another_tab(visitor, "/accounts/logout/")
    sign_out(other)
    expect(visitor.locator("#match[data-seat='']")).to_be_attached()
    sign_in(other, "dora")
    is_player(visitor, "dora")


@pytest.mark.thorough
def test_what_is_typed_is_kept_and_the_page_offers_to_reload(newcomer: Newcomers, window: Windows) -> None:
    newcomer("emil")
    page = window()
    page.goto("/accounts/signup/")
    page.locator("#id_username").fill("emilia")
    other = another_tab(page, "/")
    sign_in(other, "emil")
    expect(page.locator("#renewal")).to_contain_text(ELSEWHERE)
    expect(page.locator("#id_username")).to_have_value("emilia")
    page.locator("#renewal").get_by_role("link", name="Reload").click()
    is_player(page, "emil")


@pytest.mark.thorough
def test_a_laid_tile_stays_when_another_player_signs_in(site: Site, window: Windows, newcomer: Newcomers) -> None:
    newcomer("fred")
    anna = sit_alone(site, window)
    anna.locator("#rack .tile").first.click()
    anna.locator("#board td[data-takes]").first.click()
    expect(anna.locator("#board .staged")).to_be_visible()
    # Another sign-in replaces the CSRF cookie; without a word of the other tab, the page looks when it comes to front.
    anna.context.add_cookies([{"name": "csrftoken", "value": "a" * 32, "url": site.url}])
    anna.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(anna.locator("#renewal")).to_contain_text(ELSEWHERE)
    expect(anna.locator("#board .staged")).to_be_visible()


@pytest.mark.thorough
def test_a_guest_made_by_a_puzzle_is_one_in_all_tabs(site: Site, window: Windows) -> None:
    puzzle, page = made(site, "sum"), window()
    page.goto("/lobby/")
    tab = another_tab(page, puzzle.path)
    tab.wait_for_load_state("load")
    type_in(tab, puzzle.wrong)
    is_player(tab, "Guest")
    is_player(page, "Guest")
    expect(tab.locator("#renewal")).to_be_hidden()


@pytest.mark.thorough
def test_a_page_of_the_history_follows(newcomer: Newcomers, window: Windows) -> None:
    newcomer("gina")
    page = window()
    page.goto("/ratings/")
    page.goto("/lobby/")
    other = another_tab(page, "/")
    sign_in(other, "gina")
    is_player(page, "gina")
    page.go_back()
    is_player(page, "gina")
    is_player(other, "gina")


@pytest.mark.thorough
def test_an_old_form_without_javascript_names_its_cause_and_leads_back(
    newcomer: Newcomers, window: Windows, tolerate: Tolerance
) -> None:
    tolerate("403")
    newcomer("hugo")
    page = window(javascript=False)
    page.goto("/lobby/?tab=play")
    sign_in(another_tab(page, "/"), "hugo")
    page.locator("#quick").get_by_role("button", name="Digifeud").click()
    expect(page.get_by_role("heading", name="This form has expired")).to_be_visible()
    expect(page.locator("main")).to_contain_text(ELSEWHERE)
    page.get_by_role("link", name="Back to the page").click()
    is_player(page, "hugo")
    page.locator("#quick").get_by_role("button", name="Digifeud").click()
    expect(page.locator("#waiting")).to_contain_text("Looking for an opponent")


@pytest.mark.thorough
def test_an_old_form_to_sign_in_leads_on_without_javascript(newcomer: Newcomers, window: Windows) -> None:
    newcomer("jana")
    page = window(javascript=False)
    page.goto("/accounts/login/")
    sign_in(another_tab(page, "/"), "jana")
    page.locator("#id_login").fill("jana")
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/lobby/")
    is_player(page, "jana")
