"""One press does one thing: neither a held key nor a bouncing mouse or finger plays, agrees or sends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games.catalogue import games
from tests.browser.conftest import Newcomers, Tolerance, Windows
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.sample_matches import begin
from tests.browser.stories import Story, start
from tests.serving import Site
from tests.sizes import cases

REPEATS = 6
LATER = 400  # milliseconds: a deliberate second press


def ready(site: Site, window: Windows, mode: str, device: Device = DESKTOP, bob: Page | None = None) -> Page:
    """Return anna's page of a match with her only tile laid, in which moves are confirmed this way; bob's opens too."""
    moves = Story.begin(games()["sudoku"], 2).moves if bob else []
    match, (session, other) = start(site, "sudoku", moves)
    if bob:
        bob.context.add_cookies([{"name": "sessionid", "value": other, "url": site.url}])
        bob.goto(f"/matches/{match}/")
    page = window(device=device)
    page.context.add_cookies(
        [
            {"name": "sessionid", "value": session, "url": site.url},
            {"name": "match", "value": f"{mode}-days", "url": site.url},
        ]
    )
    page.goto(f"/matches/{match}/")
    expect(page.locator("#match")).to_have_attribute("data-confirm", mode)
    page.locator("#rack .tile").click()
    for square in ("e5", "a1", "c7", "g2", "b9", "i4"):  # one that is free
        if page.locator(f"#{square} > b").count() == 0:
            page.locator(f"#{square}").click()
            break
    expect(page.locator("#board .staged")).to_be_visible()
    expect(page.locator("#preview:not([aria-busy])")).to_have_class("legal")
    page.locator("#preview").evaluate("place => { place.dataset.warning = ''; }")  # the square may break the rule
    return page


def held(page: Page) -> None:
    """Hold Enter: the system repeats the key until it is let go."""
    for _repeat in range(REPEATS):
        page.keyboard.down("Enter")
        page.wait_for_timeout(30)
    page.wait_for_timeout(LATER)
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")


def bounced(page: Page) -> None:
    """Press the button of the mouse twice, 20 milliseconds apart."""
    box = page.locator("#submit").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for count in (1, 2):
        page.mouse.down(click_count=count)
        page.mouse.up(click_count=count)
        page.wait_for_timeout(20)


def expect_ply(page: Page, ply: int) -> None:
    expect(page.locator("#match_view")).to_have_attribute("data-ply", str(ply))


@pytest.mark.thorough
@cases("mode", ["twice", "always"], default=["twice"])
def test_a_held_key_does_not_play(site: Site, window: Windows, mode: str) -> None:
    page = ready(site, window, mode)
    page.locator("#submit").focus()
    held(page)
    page.wait_for_timeout(LATER)
    expect_ply(page, 0)
    page.keyboard.press("Enter")  # deliberately
    expect_ply(page, 1)


@cases("mode", ["twice", "always"], default=["always"])
def test_a_bouncing_mouse_does_not_play(site: Site, window: Windows, mode: str) -> None:
    page = ready(site, window, mode)
    bounced(page)
    page.wait_for_timeout(LATER)
    expect_ply(page, 0)
    page.locator("#question [value=yes]" if mode == "always" else "#submit").click()
    expect_ply(page, 1)


@pytest.mark.thorough
@cases("mode", ["twice", "always"], default=["twice"])
def test_a_bouncing_key_does_not_play(site: Site, window: Windows, mode: str) -> None:
    page = ready(site, window, mode)
    page.locator("#submit").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_timeout(LATER)
    expect_ply(page, 0)
    if mode == "twice":  # another move, as of a tile that was laid elsewhere meanwhile, is pressed twice itself
        page.evaluate("document.getElementById('text').value += ' '")
        page.keyboard.press("Enter")
        page.wait_for_timeout(LATER)
        expect_ply(page, 0)
    page.keyboard.press("Enter")
    expect_ply(page, 1)


@pytest.mark.thorough
@cases("mode", ["twice", "always"], default=["twice"])
def test_a_trembling_finger_does_not_play(site: Site, window: Windows, mode: str) -> None:
    page = ready(site, window, mode, PHONE)
    box = page.locator("#submit").bounding_box()
    assert box
    for offset in (0, 4):
        page.touchscreen.tap(box["x"] + box["width"] / 2 + offset, box["y"] + box["height"] / 2)
        page.wait_for_timeout(60)  # the question of "always" opens where the finger is
    page.wait_for_timeout(LATER)
    expect_ply(page, 0)
    page.locator("#question [value=yes]" if mode == "always" else "#submit").tap()
    expect_ply(page, 1)


@pytest.mark.thorough
def test_a_quick_first_press_plays_wherever_the_last_one_was(site: Site, window: Windows) -> None:
    page = ready(site, window, "never")
    box = page.locator("#submit").bounding_box()
    assert box
    for y in (box["y"] - 18, box["y"] + 4):  # between the rack and the button, and at once on the button
        page.mouse.click(box["x"] + box["width"] / 2, y)
    expect_ply(page, 1)


@pytest.mark.own_windows
def test_a_press_counts_though_the_page_changes_before_its_preview(site: Site, window: Windows) -> None:
    """Bob gives anna more time, so her page asks again what the tile would do while her press waits for the answer."""
    bob = window(device=DESKTOP)
    page = ready(site, window, "never", bob=bob)
    answers: list[Callable[[], None]] = []

    def delay_answers(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def answer(message: str | bytes) -> None:
            if '"answers"' in str(message) and "data-warning" in str(message):
                answers.append(partial(socket.send, message))
            else:
                socket.send(message)

        server.on_message(answer)

    page.route_web_socket("**/ws/matches/**", delay_answers)
    page.route("**/preview/", lambda _route: None)  # no answer there either
    page.reload()
    expect(page.locator("#board .staged")).to_be_visible()
    version = page.locator("#match_view").get_attribute("data-version") or ""
    page.locator("#submit").click()
    bob.locator("#courtesies .button").first.click()
    expect(page.locator("#match_view")).not_to_have_attribute("data-version", version)
    for _late in range(2):  # the answer that is of no use any more, and the one to the newer question
        page.wait_for_timeout(LATER)
        for answer in answers:
            answer()
        answers.clear()
    expect_ply(page, 3)


@pytest.mark.thorough
def test_a_bouncing_mouse_does_not_agree_to_resign(site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP)
    button = page.get_by_role("button", name="Cancel match")
    button.click()
    agree = page.locator("#question [value=yes]")
    expect(agree).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_timeout(LATER)
    button.focus()
    held(page)
    expect(page.locator("#match_view")).not_to_have_attribute("data-turn", "over")


@pytest.mark.thorough
def test_a_message_is_sent_once(newcomer: Newcomers, site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "tenbyten", DESKTOP)
    page.locator("#chat summary").click()
    page.locator("#chat_text").fill("good luck")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    held(page)
    expect(page.locator("#chat_messages .mine")).to_have_count(1)
    page.wait_for_timeout(LATER)
    assert len(sent) == 1


@cases("language", {"en": "en-GB", "de": "de-DE"}, default=["de"])
def test_play_pressed_too_early_lights_up_the_line(site: Site, window: Windows, language: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP, locale=language)
    page.locator("#rack .tile").first.click()
    page.locator("#g7").click()
    expect(page.locator("#preview")).to_have_class("illegal")
    why = page.locator("#preview").inner_text()
    page.locator("#submit").click()
    lit = page.locator("#preview").evaluate(
        "line => line.getAnimations().map((one) => one.effect.getTiming().duration)"
    )
    assert lit == [1500]
    expect(page.locator("#preview")).to_have_text(why)
    expect_ply(page, 0)


@pytest.mark.thorough
def test_without_a_script_the_server_says_why_no_move_is_played(
    site: Site, window: Windows, tolerate: Tolerance
) -> None:
    tolerate("422")
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP, javascript=False)
    page.locator("#text").fill("g7r 5+4")
    page.locator("#text").press("Enter")
    expect(page.locator("#preview")).to_have_class("illegal")
    expect_ply(page, 0)
