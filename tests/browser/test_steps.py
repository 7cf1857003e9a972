"""Anna steps through a study, a turn's best moves and a variation: the page stays, its address follows, Back works."""

from __future__ import annotations

import json
import re
from functools import cache

from playwright.sync_api import Page, Route, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Tolerance, Windows
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.waiting import until
from tests.serving import Site

# The longest moves, as they change most of the board; the study has three others from turn 1 on.
MAKE = """
import json
from django.test import Client
from accounts.models import User
from core import clock
from games.analysis.jobs import ANALYSES
from games.analysis.services import ask
from games.catalogue import games
from games.matches.play import positions, services
from games.matches.play.positions import follow
from games.matches.time.control import TimeControl
from games.studies.models import Study
from tests.jobs.running import run_due

game = games()["digifeud"]
anna, bob = (User.objects.create_user(name) for name in ("anna", "bob"))
def longest(position, rank=0):
    return sorted(map(game.encode, game.legal_moves(position)), key=lambda text: (-len(text), text))[rank]
terms = {"game_slug": "digifeud", "options": game.options_type(), "time_control": TimeControl.correspondence(days=3)}
match = services.start_match(first=anna, second=bob, **terms)
for ply in (1, 2):
    position = positions.replay(match).position
    match = services.play_move(match.pk, match.player(position.to_move), ply, longest(position))
match = services.resign(match.pk, anna)
ask(match)
run_due(ANALYSES)
start, line = positions.replay_uncached(match, 0).position, []
for _move in range(3):
    line.append(longest(follow(game, start, line, 1)[-1], 1))
made = {"name": "Three", "comment": "Why not?", "sharing": "link", "made_at": clock.now()}
study = Study.objects.create(owner=anna, match=match, begins=1, line=line, **made)
browser = Client()
browser.force_login(anna)
print(json.dumps([match.pk, study.pk, line, browser.cookies["sessionid"].value]))
"""
BOARD = "cells => cells.map(cell => cell.textContent).join(' ')"
HEARD = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    const regions = new Set(changes.map(({ target }) => (target.closest ? target : target.parentElement)
      ?.closest("[role=status]:not(#preview)")));
    for (const region of regions) if (region?.innerText.trim()) window.heard.push(region.innerText.trim());
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


@cache
def made(site: Site) -> tuple[str, str, list[str], str]:
    """Return the match, the study, its line and anna's session."""
    match, study, line, session = json.loads(site.manage("shell", "--verbosity", "0", "--command", MAKE))
    return match, study, line, session


def annas(site: Site, window: Windows, path: str, device: Device = DESKTOP, *, javascript: bool = True) -> Page:
    """Open a page of hers, which listens to what is said and counts what is loaded."""
    page = window(device=device, javascript=javascript)
    page.context.add_cookies([{"name": "sessionid", "value": made(site)[3], "url": site.url}])
    page.goto(path)
    if javascript:
        page.wait_for_load_state("load")
        page.evaluate(HEARD)
    return page


def heard(page: Page) -> list[str]:
    """Return what live regions have said since the last call."""
    said: list[str] = page.evaluate("() => window.heard.splice(0)")
    return said


def test_a_study_is_stepped_through_in_place(site: Site, window: Windows) -> None:
    _match, study, _line, _session = made(site)
    anna = annas(site, window, f"/studies/{study}/", PHONE)
    boards = anna.locator("table.board")
    assert boards.evaluate_all("all => all.map(board => board.ariaLabel)") == [
        "Board before these moves",
        "Board after move 3",
    ]
    last = boards.nth(1).evaluate("board => board.textContent")
    moves = anna.locator("#line .choice")
    moves.first.click()
    expect(boards.nth(1)).to_have_attribute("aria-label", "Board after move 1")
    anna.wait_for_url("**/?move=1")
    assert boards.nth(1).evaluate("board => board.textContent") != last
    expect(moves.first).to_be_focused()
    expect(moves.first).to_have_attribute("aria-current", "true")
    assert len(heard(anna)) == 1
    forward = anna.locator("#line [rel=next]")
    forward.focus()
    anna.keyboard.press("Enter")
    anna.wait_for_url("**/?move=2")
    expect(forward).to_be_focused()
    (said,) = heard(anna)
    assert said.startswith("bob:")
    assert axe_in_story(anna) == []
    menu = anna.locator("details.menu")
    menu.first.locator("summary").click()
    until(anna, "history.state?.over")
    anna.evaluate("history.back()")
    expect(anna.locator("details.menu[open]")).to_have_count(0)
    expect(boards.nth(1)).to_have_attribute("aria-label", "Board after move 2")
    anna.go_back()
    expect(boards.nth(1)).to_have_attribute("aria-label", "Board after move 1")
    anna.go_back()
    expect(boards.nth(1)).to_have_attribute("aria-label", "Board after move 3")
    assert re.search(r"/studies/[\w-]+/$", anna.url)
    assert boards.nth(1).evaluate("board => board.textContent") == last
    assert anna.evaluate("'heard' in window")  # no other page was loaded


def test_a_variation_is_walked_and_grows_in_place(site: Site, window: Windows) -> None:
    match, _study, line, _session = made(site)
    anna = annas(site, window, f"/matches/{match}/analysis/1/variation/")
    lay = anna.locator("#text")
    anna.keyboard.press("m")
    lay.fill(line[0])
    expect(anna.locator("#preview.legal")).to_be_visible()
    anna.keyboard.press("Enter")
    moves = anna.locator("#task .choice")
    expect(moves).to_have_count(1)
    expect(anna.locator("#compared")).to_contain_text("% of matches", timeout=60_000)
    assert "line=" in anna.url
    said = heard(anna)
    assert len([words for words in said if "points" in words]) == 1, said
    first = anna.locator("#board td").evaluate_all(BOARD)
    expect(anna.get_by_role("button", name="Keep these moves as a study")).to_be_visible()
    assert anna.locator("#kept form.row [name=line]").first.input_value() == line[0]
    lay.fill(line[1])
    expect(anna.locator("#preview.legal")).to_be_visible()  # judged where the page stands now
    anna.keyboard.press("Enter")
    expect(moves).to_have_count(2)
    anna.set_viewport_size({"width": 390, "height": 664})
    moves.first.scroll_into_view_if_needed()
    moves.first.click()
    expect(moves).to_have_count(1)
    anna.wait_for_timeout(300)
    expect(moves.first).to_be_in_viewport(ratio=1)
    assert anna.locator("#board td").evaluate_all(BOARD) == first
    anna.go_back()
    expect(moves).to_have_count(2)
    anna.go_back()
    anna.go_back()
    expect(anna.locator("#task")).to_contain_text("what would you play?")
    anna.go_forward()
    expect(moves).to_have_count(1)
    assert anna.evaluate("'heard' in window")
    assert anna.locator("#board td").evaluate_all(BOARD) == first
    assert axe_in_story(anna) == []


def test_turns_and_their_best_moves_change_in_place(site: Site, window: Windows) -> None:
    match = made(site)[0]
    anna = annas(site, window, f"/matches/{match}/analysis/1/")
    title = anna.title()
    forward = anna.locator("#replay-nav [rel=next]")
    forward.focus()
    anna.keyboard.press("Enter")
    anna.wait_for_url("**/analysis/2/")
    expect(anna.locator("#replay-nav")).to_contain_text("2 of 2")
    assert anna.title() != title
    assert len(heard(anna)) == 1
    expect(forward).to_be_focused()  # it keeps its place, and leads nowhere
    expect(forward).to_be_disabled()
    expect(anna.locator("#badge")).to_be_visible()
    best = anna.locator("#best ol a")
    best.nth(1).click()
    anna.wait_for_url("**/?move=2")
    expect(best.nth(1)).to_be_focused()
    expect(best.nth(1)).to_have_attribute("aria-current", "true")
    expect(anna.locator("#status")).to_contain_text("Instead:")
    shown = anna.locator("#board td").evaluate_all(BOARD)
    best.nth(2).hover()
    assert anna.locator("#board td").evaluate_all(BOARD) != shown
    anna.mouse.move(5, 5)
    anna.go_back()
    expect(anna.locator("#status")).to_contain_text("bob:")
    for width, height in ((390, 664), (844, 390)):
        anna.set_viewport_size({"width": width, "height": height})
        best.last.click()
        expect(best.last).to_be_in_viewport(ratio=1)
        expect(anna.locator("#board")).to_be_in_viewport(ratio=0.98)
        expect(anna.locator("#status")).to_contain_text("Instead:")
        anna.go_back()
        expect(anna.locator("#status")).to_contain_text("bob:")
    anna.set_viewport_size(DESKTOP["viewport"])
    anna.go_back()
    expect(anna.locator("#replay-nav")).to_contain_text("1 of 2")
    assert anna.title() == title
    assert anna.evaluate("'heard' in window")


def test_a_match_is_replayed_in_place(site: Site, window: Windows) -> None:
    match = made(site)[0]
    anna = annas(site, window, f"/matches/{match}/0/", PHONE)
    squares, title = anna.locator("#board td"), anna.title()
    empty = squares.evaluate_all(BOARD)
    forward = anna.locator("#replay-nav [rel=next]")
    forward.focus()
    anna.keyboard.press("Enter")
    anna.wait_for_url(f"**/{match}/1/")
    expect(forward).to_be_focused()
    assert len(heard(anna)) == 1
    assert anna.title() != title
    assert squares.evaluate_all(BOARD) != empty
    seat = anna.get_by_label("You play as")
    expect(seat.locator(":checked")).to_have_text("anna")
    seat.select_option("bob, to move")
    expect(anna.locator("#here")).to_have_value(re.compile(r"/1/$"))
    anna.locator("#turn-1 a").click()
    forward.scroll_into_view_if_needed()
    place = forward.bounding_box()
    forward.click()
    anna.wait_for_url(f"**/{match}/2/")
    expect(anna.locator("#replay-nav")).to_contain_text("2 of 2")
    assert forward.bounding_box() == place
    expect(seat.locator(":checked")).to_have_text("bob")
    forward.click(force=True)  # once too often
    anna.locator("#turn-1 a").click()
    anna.wait_for_url(f"**/{match}/1/")
    expect(anna.locator("#replay-nav")).to_contain_text("1 of 2")
    anna.go_back()
    expect(anna.locator("#replay-nav")).to_contain_text("2 of 2")
    anna.go_back()
    expect(anna.locator("#replay-nav")).to_contain_text("1 of 2")
    anna.go_back()
    expect(anna.locator("#replay-nav")).to_contain_text("0 of 2")
    assert squares.evaluate_all(BOARD) == empty
    assert anna.evaluate("'heard' in window")


def test_a_step_is_tried_again_after_a_cut_line(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("Failed to load", "ERR_FAILED", "htmx")
    match = made(site)[0]
    anna = annas(site, window, f"/matches/{match}/0/", PHONE)
    anna.route(f"**/{match}/1/", lambda route: route.abort(), times=1)
    forward = anna.locator("#replay-nav [rel=next]")
    with anna.expect_event("requestfailed"):
        forward.click()
    expect(anna.locator("#replay:not([data-waits])")).to_contain_text("1 of 2")  # it is asked for again by itself
    anna.wait_for_url(f"**/{match}/1/")
    held: list[Route] = []
    anna.route(f"**/{match}/2/", lambda route: held.append(route), times=1)
    with anna.expect_request(f"**/{match}/2/"):
        forward.click()
    expect(anna.locator("#replay[data-waits]")).to_be_visible()  # pale after a moment
    held.pop().continue_()
    expect(anna.locator("#replay:not([data-waits])")).to_contain_text("2 of 2")
    anna.wait_for_url(f"**/{match}/2/")


def test_a_comment_outlives_a_cut_line(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("ERR_INTERNET_DISCONNECTED", "WebSocket")
    anna = annas(site, window, f"/studies/{made(site)[1]}/?move=1", PHONE)
    anna.locator("[name=comment]").fill("A long thought")
    anna.context.set_offline(True)
    save = anna.get_by_role("button", name="Save")
    save.click()
    expect(anna.locator("[name=comment]")).to_have_value("A long thought")
    anna.context.set_offline(False)
    expect(anna.locator("#messages")).to_contain_text("Saved.")
    expect(anna.locator("#messages p")).to_be_in_viewport(ratio=1)
    expect(anna.locator(".variation")).to_contain_text("A long thought")
    expect(save).to_be_focused()
    assert anna.evaluate("'heard' in window")


def test_without_scripts_each_step_is_a_page(site: Site, window: Windows) -> None:
    anna = annas(site, window, f"/studies/{made(site)[1]}/", javascript=False)
    anna.locator("#line .choice").first.click()
    anna.wait_for_url("**/?move=1")
    expect(anna.locator("table.board").nth(1)).to_have_attribute("aria-label", "Board after move 1")
    anna.get_by_role("link", name="Explore from here").click()
    anna.wait_for_url("**/variation/?line=*study=*")
