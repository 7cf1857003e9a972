"""Laid tiles and sent moves survive the opponent's move, a reload, a lost connection, and a double click."""

from __future__ import annotations

import re
from threading import Event

import pytest
from playwright.sync_api import Page, Route, WebSocket, WebSocketRoute, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Tolerance, Windows
from tests.browser.dealing import BOBS, rack, sit_alone, sit_down, staged
from tests.browser.input_methods import open_sheet, write
from tests.browser.meeting import expect_notice, record_notices
from tests.browser.test_laying import open_with_d1, type_on
from tests.browser.waiting import until
from tests.serving import Site
from tests.sizes import THOROUGH

pytestmark = [pytest.mark.both_stacks] if THOROUGH else []

MOVE = "**/move/"
# Counts the messages that come, and holds back what sockets tell of their end.
LATE_CLOSE = """
window.heard = 0;
window.closes = [];
const add = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (name, listener) {
  if (name === "message") add.call(this, name, () => { heard += 1; });
  add.call(this, name, name === "close" ? (event) => closes.push(() => listener(event)) : listener);
};
"""
# The page comes back after longer than it trusts a silent socket.
AWAKE = """() => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + 100_000;
  window.heard = 1;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def moves_sent(page: Page) -> list[str]:
    """Reload the page, and return a list that collects how it sends its moves: over its socket, or by the form."""
    sent: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append("socket") if '"move"' in str(frame) else None)

    page.on("websocket", listen)
    page.on("request", lambda request: sent.append("form") if request.url.endswith("/move/") else None)
    page.reload()
    return sent


def answer_d1(bob: Page, anna: Page) -> None:
    """Have bob play 6+2=8 down to the 8 on the centre, and wait until anna sees it."""
    bob.locator("#g3").focus()
    bob.keyboard.press("Space")
    bob.keyboard.type("6+2=")
    bob.keyboard.press("Enter")
    expect(anna.locator("#match_view")).to_have_attribute("data-turn", "mine")


@pytest.mark.thorough
def test_tiles_stay_when_the_opponent_moves_unless_their_square_is_taken(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    open_with_d1(anna, bob)
    type_on(anna, "g3", "6")
    type_on(anna, "k3", "1-")
    expect(anna.locator("#preview")).not_to_be_empty()
    anna.locator("#l3").scroll_into_view_if_needed()
    height = anna.evaluate("scrollY")
    record_notices(anna)

    answer_d1(bob, anna)

    assert staged(anna) == "k3:1 l3:−"
    expect_notice(anna, "The board changed: what no longer fits went back to your rack.")
    expect(anna.locator("#rack .used")).to_have_count(2)
    expect(anna).to_have_title(re.compile(r"^\(\d+\) Your turn · anna – bob · Digifeud · Numgames$"))
    assert anna.evaluate("scrollY") == height


def test_tiles_stay_over_a_reload_and_the_way_back(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    type_on(anna, "e7", "9-")

    anna.reload()
    assert staged(anna) == "e7:9 f7:−"
    type_on(anna, "g7", "3=6")
    expect(anna.locator("#preview.legal")).to_be_visible()

    anna.goto("/lobby/")
    anna.go_back()
    assert staged(anna) == "e7:9 f7:− g7:3 h7:= i7:6"
    expect(anna.locator("#preview.legal")).to_be_visible()


@pytest.mark.thorough
def test_planning_ahead_on_the_opponents_turn(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    open_with_d1(anna, bob)
    type_on(anna, "e3", "6")
    record_notices(anna)

    anna.keyboard.press("Enter")
    expect_notice(anna, "Not your turn yet")
    expect(anna.locator("#submit")).to_be_disabled()
    answer_d1(bob, anna)

    expect(anna.locator("#submit")).to_be_enabled()
    assert staged(anna) == "e3:6"


def test_before_the_first_move_bob_sees_the_backs_of_his_tiles_and_their_faces_after_it(
    site: Site, window: Windows
) -> None:
    anna, bob = sit_down(site, window)
    expect(bob.locator("#rack .back")).to_have_count(12)
    expect(bob.locator("#rack")).to_contain_text("Your tiles stay face down until the first move.")
    open_sheet(bob)
    expect(bob.get_by_role("button", name="Cancel match")).to_be_visible()
    assert axe_in_story(bob) == []

    open_with_d1(anna, bob)

    expect(bob.locator("#rack .back")).to_have_count(0)
    assert rack(bob) == BOBS
    for page in (anna, bob):
        open_sheet(page)
        expect(page.get_by_role("button", name="Resign", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Cancel match")).to_have_count(0)


@pytest.mark.thorough  # by default: a bouncing mouse in test_presses.py
def test_a_double_click_sends_one_move(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    sent = moves_sent(anna)
    type_on(anna, "e7", "5+8=13")

    anna.locator("#submit").dblclick()
    expect(bob.locator("#turns li")).to_have_count(1)
    expect(anna.locator("#turns li")).to_have_count(1)

    assert sent == ["socket"]


@pytest.mark.own_windows
def test_a_move_whose_answer_is_lost_on_the_socket_is_played_once(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)

    def lose_answers(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: None if '"answers"' in str(message) else socket.send(message))

    anna.route_web_socket("**/ws/matches/**", lose_answers)
    sent = moves_sent(anna)
    write(anna, "e7r 5+8=13")
    anna.keyboard.press("Enter")

    expect(anna.locator("#turns li")).to_have_count(1)
    expect(anna.locator("#match")).not_to_have_attribute("aria-busy", "true")
    assert sent == ["socket"]
    expect(bob.locator("#turns li")).to_have_count(1)


@pytest.mark.thorough  # by default: a move without an answer, and its silent line in test_scripts_alone.py
@pytest.mark.own_windows
def test_a_socket_that_falls_silent_leaves_the_move_to_the_form(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    silent = Event()

    def fall_silent(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if '"move"' in str(message):
                silent.set()
            server.send(message)

        socket.on_message(pass_on)
        server.on_message(lambda message: None if silent.is_set() else socket.send(message))

    anna.route_web_socket("**/ws/matches/**", fall_silent)
    sent = moves_sent(anna)
    write(anna, "e7r 5+8=13")
    anna.keyboard.press("Enter")

    expect(anna.locator("#turns li")).to_have_count(1)
    assert sent == ["socket", "form"]
    expect(bob.locator("#turns li")).to_have_count(1)


@pytest.mark.thorough
@pytest.mark.own_windows
def test_a_lost_answer_to_the_form_is_asked_for_again(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("ERR_FAILED", "WebSocket")
    anna, bob = sit_down(site, window)
    anna.route_web_socket("**/ws/matches/**", lambda socket: socket.close(code=1013))
    sent = moves_sent(anna)

    def lose_the_first(route: Route) -> None:
        if len(sent) == 1:
            route.fetch()  # it did arrive
            route.abort()
        else:
            route.continue_()

    anna.route(MOVE, lose_the_first)
    type_on(anna, "e7", "5+8=13")
    anna.keyboard.press("Enter")

    expect(anna.locator("#status")).to_contain_text("Waiting for bob")
    expect(anna.locator("#turns li")).to_have_count(1)
    expect(bob.locator("#turns li")).to_have_count(1)
    expect(anna.locator("#notice")).to_be_empty()


@pytest.mark.thorough
def test_a_dead_line_shows_and_heals(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("ERR_INTERNET_DISCONNECTED", "WebSocket")
    anna, bob = sit_down(site, window)
    open_with_d1(anna, bob)

    bob.context.set_offline(True)
    expect(bob.locator("#connection")).to_have_text("No connection. Trying again…")
    bob.locator("#g3").focus()
    bob.keyboard.press("Space")
    bob.keyboard.type("6+2=8")
    assert staged(bob) == "g3:6 g4:+ g5:2 g6:="
    bob.keyboard.press("Enter")
    expect(bob.locator("#notice")).to_have_text("Sending…")
    bob.context.set_offline(False)

    expect(anna.locator("#g3.last")).to_have_text("6")
    for words in ("#connection", "#notice"):
        expect(bob.locator(words)).to_be_empty()
    assert staged(bob) == ""


@pytest.mark.thorough
@pytest.mark.own_windows
def test_what_waits_for_a_further_try_goes_when_the_line_is_back(
    site: Site, window: Windows, tolerate: Tolerance
) -> None:
    tolerate("ERR_INTERNET_DISCONNECTED", "WebSocket")
    anna = sit_alone(site, window)
    anna.add_init_script("Math.random = () => 1e4")  # the pauses before further tries last for hours
    anna.reload()
    anna.context.set_offline(True)
    with anna.expect_event("requestfailed", lambda request: request.url.endswith("/preview/")):
        type_on(anna, "e7", "5+8=13")

    anna.context.set_offline(False)

    expect(anna.locator("#preview.legal")).to_contain_text("21 points")
    anna.keyboard.press("Enter")
    expect(anna.locator("#turns li")).to_have_count(1)


@pytest.mark.thorough
@pytest.mark.own_windows
def test_without_a_socket_the_page_still_hears_of_moves(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    bob.route_web_socket("**/ws/**", lambda socket: socket.close(code=1013))
    bob.reload()

    type_on(anna, "e7", "5+8=13")
    anna.keyboard.press("Enter")

    expect(bob.locator("#i7.last")).to_have_text("13")
    expect(bob.locator("#submit")).to_be_enabled()


@pytest.mark.thorough
@pytest.mark.own_windows
def test_the_late_close_of_a_former_socket_leaves_the_present_one_alone(site: Site, window: Windows) -> None:
    """As after a sleep: the page opens another socket before the browser tells of the end of the first."""
    anna, bob = sit_down(site, window)
    bob.add_init_script(LATE_CLOSE)
    opened: list[str] = []
    bob.on("websocket", lambda socket: opened.append(socket.url))
    bob.reload()
    until(bob, "() => heard > 0")
    bob.evaluate(AWAKE)
    until(bob, "() => closes.length === 1 && heard > 1")
    bob.evaluate("() => closes.pop()()")

    type_on(anna, "e7", "5+8=13")
    anna.keyboard.press("Enter")

    expect(bob.locator("#turns li")).to_have_count(1)
    assert len(opened) == 2, opened


@pytest.mark.thorough  # by default: tests/matches/test_partials.py, and the move of an opponent on an open page
def test_the_same_player_in_two_tabs(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    tab = anna.context.new_page()
    tab.goto(anna.url)
    type_on(anna, "e7", "5+8=13")

    anna.keyboard.press("Enter")

    expect(tab.locator("#status")).to_contain_text("Waiting for bob")
    expect(tab.locator("#i7.last")).to_have_text("13")
    assert staged(tab) == ""
    expect(bob.locator("#turns li")).to_have_count(1)


@pytest.mark.thorough
def test_a_page_that_missed_a_move_is_told_so(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("409")
    anna, bob = sit_down(site, window)
    tab = anna.context.new_page()
    tab.route_web_socket("**/ws/**", lambda socket: None)
    tab.goto(anna.url)
    open_with_d1(anna, bob)

    write(tab, "e7r 6+3=9")
    tab.keyboard.press("Enter")

    expect(tab.locator("#i7.last")).to_have_text("13")
    expect(tab.locator("#preview.illegal")).not_to_be_empty()
    expect(bob.locator("#turns li")).to_have_count(1)


def test_an_illegal_move_is_refused_and_its_tiles_stay(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("422")
    anna = sit_alone(site, window)
    type_on(anna, "e7", "5+8=13")
    expect(anna.locator("#preview.legal")).to_be_visible()

    anna.evaluate("document.getElementById('text').value = 'e7r 5+8=14'")  # as if the page had a bug
    anna.keyboard.press("Enter")

    expect(anna.locator("#preview.illegal")).not_to_be_empty()
    assert staged(anna) == "e7:5 f7:+ g7:8 h7:= i7:13"


@pytest.mark.thorough
def test_who_signs_out_elsewhere_keeps_no_rack_on_the_screen(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    tab = anna.context.new_page()
    tab.goto("/accounts/logout/")

    tab.locator("main form button").first.click()

    expect(anna.locator("#rack .tile")).to_have_count(0)
