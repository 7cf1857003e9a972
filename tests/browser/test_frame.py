"""The frame of every page: it fits, it asks before irreversible actions, and it reports failures."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from numgames.errors import plain_html
from tests.browser.axe import axe, axe_in_story
from tests.browser.conftest import Newcomers, Tolerance, Windows
from tests.browser.devices import small
from tests.browser.input_methods import DELIBERATE, open_sheet
from tests.browser.meeting import seek
from tests.browser.waiting import until
from tests.sizes import cases

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
RESIGNATION = "**/resign/"
# Lay a link half under the tabs of a phone.
UNDER_TABS = """(link) => {
    const { top } = document.getElementById("tabs").getBoundingClientRect();
    Object.assign(link.style, { position: "absolute", insetBlockStart: `${top - 8}px`, blockSize: "24px" });
}"""


def _meet(anna: Page, bob: Page) -> None:
    for page in (anna, bob):
        seek(page, "Correspondence")
    for page in (anna, bob):
        page.wait_for_url("**/matches/*/", wait_until="commit")
        page.wait_for_load_state()


@pytest.mark.thorough
def test_no_page_is_wider_than_a_small_phone(window: Windows) -> None:
    page = window(viewport={"width": 320, "height": 568})
    for path in ("/", "/lobby/", "/accounts/login/", "/accounts/signup/"):
        page.goto(path)
        assert page.evaluate(TOO_WIDE) <= 0, path


def test_who_resigns_is_asked_first(newcomer: Newcomers) -> None:
    anna, bob = newcomer("anna1"), newcomer("bob1")
    _meet(anna, bob)
    resign, question = anna.get_by_role("button", name="Cancel match"), anna.locator("#question")  # no move was made

    resign.focus()
    anna.keyboard.press("Enter")
    expect(question).to_be_visible()
    expect(question.get_by_role("button", name="Go back")).to_be_focused()
    assert axe(anna) == []
    anna.keyboard.press("Escape")

    expect(question).to_be_hidden()
    expect(resign).to_be_focused()
    expect(anna.locator("#match_view")).not_to_have_attribute("data-turn", "over")

    anna.keyboard.press("Enter")
    anna.wait_for_timeout(DELIBERATE)
    question.get_by_role("button", name="Cancel match").press("Enter")
    for page in (anna, bob):
        expect(page.locator("#match_view")).to_have_attribute("data-turn", "over")
    expect(anna.locator("#end")).to_be_focused()  # the button is gone: the keyboard goes on at what came of it

    anna.wait_for_timeout(DELIBERATE)
    anna.get_by_role("button", name="Rematch", exact=True).press("Enter")
    expect(anna.locator("#rematch")).to_contain_text("You asked for a rematch.")
    expect(anna.locator("#rematch")).to_be_focused()


def test_a_failure_is_said_and_the_board_stays(newcomer: Newcomers, tolerate: Tolerance) -> None:
    anna, bob = newcomer("anna2"), newcomer("bob2")
    _meet(anna, bob)
    tolerate("500")
    anna.route(RESIGNATION, lambda route: route.fulfill(status=500, body="<p>A fault that nobody should see</p>"))

    open_sheet(anna)
    anna.get_by_role("button", name="Cancel match").click()
    anna.locator("#question").get_by_role("button", name="Cancel match").click()

    expect(anna.locator(".toast")).to_have_text("Something went wrong on our side. Try again in a moment.")
    expect(anna.locator("#board")).to_be_visible()
    expect(anna.get_by_text("A fault that nobody should see")).to_have_count(0)


@pytest.mark.thorough
def test_a_limit_says_which_it_is(newcomer: Newcomers, tolerate: Tolerance) -> None:
    anna, bob = newcomer("anna9"), newcomer("bob9")
    _meet(anna, bob)
    tolerate("429")
    answer = '<div id="match_view"><p><span class="error">You have to wait 3 minutes.</span></p></div>'
    anna.route(RESIGNATION, lambda route: route.fulfill(status=429, body=answer, headers={"Retry-After": "180"}))

    open_sheet(anna)
    anna.get_by_role("button", name="Cancel match").click()
    anna.locator("#question").get_by_role("button", name="Cancel match").click()

    expect(anna.locator(".toast")).to_have_text("You have to wait 3 minutes.")
    expect(anna.locator("#board")).to_be_visible()


@pytest.mark.thorough
@cases("status", {"502": 502, "503": 503, "504": 504}, default=["502"])
def test_what_only_looks_is_asked_again_during_an_outage(window: Windows, tolerate: Tolerance, status: int) -> None:
    page, away = window(), iter([status, status])
    tolerate(str(status))
    page.goto("/games/digifeud/try/1/")

    def answer(route: Route) -> None:
        if gone := next(away, None):
            route.fulfill(status=gone)
        else:
            route.continue_()

    page.route("**/games/digifeud/try/1/answer/**", answer)
    before = page.locator("#match_view").inner_html()
    page.get_by_role("link", name="Show me").click()

    expect(page.locator("#match_view")).not_to_have_js_property("innerHTML", before)
    expect(page.locator(".toast")).to_have_count(0)


@pytest.mark.thorough
def test_what_changes_the_match_is_sent_again_during_an_outage(newcomer: Newcomers, tolerate: Tolerance) -> None:
    anna, bob = newcomer("anna7"), newcomer("bob7")
    _meet(anna, bob)
    tolerate("503")
    away = iter([503, 503])

    def answer(route: Route) -> None:
        if gone := next(away, None):
            route.fulfill(status=gone)
        else:
            route.continue_()

    anna.route(RESIGNATION, answer)
    open_sheet(anna)
    anna.get_by_role("button", name="Cancel match").click()
    anna.locator("#question button[value='yes']").click()
    for page in (anna, bob):
        expect(page.locator("#match_view")).to_have_attribute("data-turn", "over")
    expect(anna.locator(".toast")).to_have_count(0)


@pytest.mark.thorough
def test_what_is_done_in_the_lobby_is_sent_again_during_an_outage(newcomer: Newcomers, tolerate: Tolerance) -> None:
    anna, away = newcomer("anna8"), iter([503, 503])
    tolerate("503")

    def answer(route: Route) -> None:
        gone = next(away, None) if route.request.method == "POST" else None
        if gone:
            route.fulfill(status=gone)
        else:
            route.continue_()

    anna.goto("/lobby/new/?game=digifeud")
    anna.locator("#new_offer").get_by_role("button", name="Create challenge").click()
    anna.route("**/withdraw/", answer)
    withdraw = anna.get_by_role("button", name="Withdraw").first
    expect(withdraw).to_have_attribute("data-htmx-powered", "true")  # before that it is the button of a plain form
    withdraw.click()
    expect(anna.get_by_role("button", name="Withdraw")).to_have_count(0)
    expect(anna.locator(".toast")).to_have_count(0)
    assert next(away, None) is None


@pytest.mark.thorough
def test_the_page_of_an_outage_loads_itself_again(window: Windows, tolerate: Tolerance) -> None:
    page, away = window(), iter([plain_html(503, "en", reload=True)])
    tolerate("503")

    def answer(route: Route) -> None:
        if body := next(away, None):
            route.fulfill(status=503, body=body, content_type="text/html")
        else:
            route.continue_()

    page.route("**/lobby/", answer)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="One moment, please")).to_be_visible()

    expect(page.get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.thorough
def test_the_menu_opens_and_closes_by_keyboard(newcomer: Newcomers) -> None:
    anna = newcomer("anna3")
    menu = anna.locator("#header summary")

    menu.focus()
    anna.keyboard.press("Enter")
    expect(anna.get_by_role("link", name="Settings")).to_be_visible()
    anna.keyboard.press("Escape")

    expect(anna.get_by_role("link", name="Settings")).to_be_hidden()
    expect(menu).to_be_focused()


def test_the_skip_link_is_the_first_stop(window: Windows) -> None:
    page = window()
    page.goto("/lobby/")

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator("#main")).to_be_focused()


def test_a_phone_has_four_tabs_in_words(window: Windows) -> None:
    page = window(device=small(390, 664))
    for path, current in {
        "/lobby/": "Play",
        "/puzzles/": "Puzzles",
        "/events/": "Play",
        "/lobby/?tab=people": "Watch",
    }.items():
        page.goto(path)
        tabs = page.locator("#tabs a")
        assert [tab.strip() for tab in tabs.all_inner_texts()] == ["Play", "Puzzles", "Watch", "Me"]
        expect(page.locator("#tabs")).to_be_in_viewport(ratio=1)
        expect(page.locator("#tabs [aria-current]")).to_have_text(current)
        assert page.locator("#header a:visible").evaluate_all(
            "links => links.every(({ innerText }) => innerText.trim())"
        )
    page.goto("/lobby/")
    page.evaluate("document.getElementById('toasts').innerHTML = '<p class=\\'toast news\\'>carl challenges you</p>'")
    toast, bar = (page.locator(one).bounding_box() for one in (".toast", "#tabs"))
    assert toast
    assert bar
    assert toast["y"] + toast["height"] <= bar["y"]
    expect(page.locator(".toast")).to_have_css("display", "flex")
    page.locator("main a").last.evaluate(UNDER_TABS)
    assert axe_in_story(page) == []
    page.locator("#footer").scroll_into_view_if_needed()
    page.keyboard.press("End")
    until(
        page,
        "footer.getBoundingClientRect().bottom <= document.getElementById('tabs').getBoundingClientRect().top + 1",
    )
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#tabs")).to_be_hidden()
