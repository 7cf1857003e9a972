"""What is set for one device: sounds, vibration and keys, and for each pace confirmation, size, hand, zen and tiles."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from games.rules import SeededRandom
from games.tenbyten.model.moves import Move as TenByTenMove
from games.tenbyten.model.position import TenByTenPosition
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers, Windows
from tests.browser.dealing import sit_alone, sit_down
from tests.browser.devices import DESKTOP, MOVING, PHONE, Device
from tests.browser.input_methods import DELIBERATE, resign, write
from tests.browser.stories import Story, make, tap
from tests.browser.stories import sit_down as sit_down_late
from tests.browser.test_laying import type_on
from tests.browser.waiting import until
from tests.serving import Site
from tests.sizes import cases

# A button waits four seconds for the second press, which a busy machine may miss; here it waits as long as is wanted.
WAITING = """() => {
    const { setTimeout } = window;
    window.waits = 600_000;
    window.armings = 0;
    window.setTimeout = (work, ms, ...more) => {
        armings += ms === 4_000;
        return setTimeout(work, ms === 4_000 ? waits : ms, ...more);
    };
}"""
DESK, HAND = DESKTOP | MOVING, PHONE | MOVING
TRIES = 100
HEAR = """
window.heard = [];
window.shaken = [];
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
    heard.push(this.frequency.value);
    return begin.call(this, when);
};
navigator.vibrate = (shakes) => shaken.push(shakes) > 0;
undefined;
"""


def listen(*pages: Page) -> None:
    """Record sounds and vibrations from here on; a page sounds once it was touched."""
    for page in pages:
        page.evaluate(HEAR)
        page.keyboard.press("Shift")


def expect_heard(page: Page, *pitches: int) -> None:
    """Wait for these sounds and no others since the last time."""
    for _try in range(TRIES):
        if page.evaluate("heard.length") >= len(pitches):
            break
        page.wait_for_timeout(100)
    assert page.evaluate("heard.splice(0).map(Math.round)") == list(pitches)


def open_with_d1(page: Page) -> None:
    type_on(page, "e7", "5+8=13")
    expect(page.locator("#preview.legal")).to_be_visible()
    page.keyboard.press("Enter")


def plies(page: Page, number: int) -> None:
    expect(page.locator("#match_view")).to_have_attribute("data-ply", str(number))


@pytest.mark.thorough
def test_each_event_has_its_own_sound_and_vibration(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    listen(anna, bob)

    open_with_d1(anna)
    expect_heard(anna, 659, 880)  # with points from blue and red squares
    expect_heard(bob, 659, 880)
    assert bob.evaluate("shaken.splice(0)") == [[20, 30, 40]]

    resign(bob)
    expect_heard(anna, 523, 659, 784, 1047)
    expect_heard(bob, 392, 330, 262)
    bob.get_by_role("button", name="Rematch", exact=True).click()
    expect_heard(anna, 659, 784)


@pytest.mark.thorough
def test_a_capture_and_a_plain_move_sound_different(site: Site, window: Windows) -> None:
    game = games()["tenbyten"]
    story = Story.begin(game, 0)
    while not any(move.lines for move in game.legal_moves(story.position)):
        story.play(next(move for move in game.legal_moves(story.position)))
    late = Story.begin(game, 0)
    for text in story.moves[:-1]:
        late.play(game.decode(text))
    anna, bob = sit_down_late(site, window, "tenbyten", late.moves)
    listen(anna, bob)

    plain = game.decode(story.moves[-1])
    make(anna, lambda page, selector: page.locator(selector).first.click(), late, plain)
    expect_heard(anna, 392)
    expect_heard(bob, 523, 659)
    late.play(plain)
    make(bob, tap, late, next(move for move in game.legal_moves(late.position) if move.lines))
    expect_heard(anna, 587, 440, 587)


def quiet_end(story: Story, ends: Callable[[TenByTenPosition], object]) -> TenByTenMove:
    """Play moves of 10 BY 10 that capture nothing until the next one leads to such an end, and return that one."""
    while True:
        move: TenByTenMove = next(move for move in story.game.legal_moves(story.position) if not move.lines)
        rng = SeededRandom(story.seed, len(story.moves) + 1)
        if ends(story.game.apply(story.position, move, rng)):
            return move
        story.play(move)


def type_move(page: Page, text: str) -> None:
    write(page, text)
    expect(page.locator("#preview.legal")).to_be_visible()
    if (way := page.locator(f"#variants input[value='{text}']")).count():
        way.check()  # a chip alone leaves open what it captures
    page.locator("#text").press("Enter")


@pytest.mark.thorough
def test_the_clearing_of_a_board_sounds_like_a_move(site: Site, window: Windows) -> None:
    story = Story.begin(games()["tenbyten"], 0)
    last = quiet_end(story, lambda position: position.public.number > 1)
    mover, other = sit_down_late(site, window, "tenbyten", story.moves)
    listen(mover, other)

    type_move(mover, story.game.encode(last))
    expect(other.locator("#interlude")).to_be_visible()
    expect_heard(mover, 392)
    expect_heard(other, 523, 659)


@pytest.mark.thorough
def test_a_draw_sounds_alike_for_both(site: Site, window: Windows) -> None:
    story = Story.begin(games()["tenbyten"], 0)
    last = quiet_end(story, lambda position: position.result)
    mover, other = sit_down_late(site, window, "tenbyten", story.moves)
    listen(mover, other)

    type_move(mover, story.game.encode(last))
    for page in (mover, other):
        expect(page.locator("#status")).to_contain_text("A draw.")
        expect_heard(page, 392, 392)


@pytest.mark.thorough
def test_a_challenge_is_heard_in_a_match(site: Site, window: Windows, newcomer: Newcomers) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    carl = newcomer("carl")
    listen(anna, bob)

    carl.goto("/lobby/new/?opponent=anna")
    carl.get_by_role("button", name="Create challenge").click()
    expect(anna.locator(".toast")).to_contain_text("carl challenges you.")
    expect_heard(anna, 659, 784)
    assert bob.evaluate("heard") == []


@pytest.mark.thorough
def test_volume_and_vibration_are_set_for_a_device(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    here = bob.url
    bob.goto("/accounts/settings/#device")
    device = bob.locator("#device")
    device.get_by_label("Volume of sounds").fill("0")
    device.get_by_label("Vibrate").uncheck()
    expect(device.get_by_role("status")).to_have_text("Saved on this device.")
    assert axe_in_story(bob) == []
    bob.goto(here)
    mute = bob.get_by_role("button", name="Mute sounds on this device")
    expect(mute).to_have_attribute("aria-pressed", "true")
    listen(anna, bob)

    open_with_d1(anna)
    plies(bob, 1)
    assert bob.evaluate("[heard, shaken]") == [[], []]
    mute.tap()
    expect(mute).to_have_attribute("aria-pressed", "false")
    assert axe_in_story(bob) == []
    resign(bob)
    expect_heard(bob, 392, 330, 262)


@pytest.mark.thorough
def test_nothing_vibrates_with_reduced_motion(site: Site, window: Windows) -> None:
    calm: Device = PHONE | {"reduced_motion": "reduce"}
    anna, bob = sit_down(site, window, anna=DESK, bob=calm)
    listen(anna, bob)

    open_with_d1(anna)

    expect_heard(bob, 659, 880)
    assert bob.evaluate("shaken") == []


@pytest.mark.thorough
@cases("device", {"390": HAND, "1280": DESK}, default=["390"])
def test_two_presses_play_where_a_device_wants_it(site: Site, window: Windows, device: Device) -> None:
    anna = sit_alone(site, window, anna=device)
    here = anna.url
    anna.goto("/accounts/settings/#device")
    choose(anna, "When I play a move", LIVE, "Ask before each move")
    choose(anna, "When I play a move", CORRESPONDENCE, "Press twice")
    anna.goto(here)
    anna.evaluate(WAITING)

    open_with_d1(anna)
    armed, notice = anna.locator("#submit.armed"), anna.locator("#notice")
    expect(notice).to_have_text("Press again to play. Escape cancels.")
    expect(armed).to_be_visible()
    anna.keyboard.press("Escape")
    expect(armed).to_have_count(0)
    plies(anna, 0)

    anna.locator("#submit").click()
    expect(armed).to_be_visible()
    assert axe_in_story(anna) == []
    anna.keyboard.press("Escape")
    anna.evaluate("waits = 4_000")
    anna.locator("#submit").click()
    until(anna, "armings === 3")
    expect(armed).to_have_count(0)  # it waits for some seconds only
    plies(anna, 0)
    anna.evaluate("waits = 600_000")
    anna.locator("#submit").click()
    expect(armed).to_be_visible()
    anna.wait_for_timeout(DELIBERATE)
    anna.locator("#submit").click()
    plies(anna, 1)


def test_single_keys_can_be_turned_off(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window, anna=DESK)
    here = anna.url
    anna.goto("/accounts/settings/#device")
    anna.get_by_label("Single keys as shortcuts").uncheck()
    expect(anna.locator("#device-status")).to_have_text("Saved on this device.")
    anna.reload()
    expect(anna.get_by_label("Single keys as shortcuts")).not_to_be_checked()
    assert axe_in_story(anna) == []

    anna.goto(here)
    face = anna.locator("#rack .tile[data-face]").first.get_attribute("data-face") or ""
    anna.keyboard.press("m")
    anna.keyboard.press(face)
    expect(anna.locator("#text")).to_be_hidden()
    expect(anna.locator("#board .staged")).to_have_count(0)
    anna.locator("#board td[id][tabindex='0']").focus()
    anna.keyboard.press(face)
    expect(anna.locator("#board .staged")).to_have_count(1)


SHIFTS = """() => new Promise((done) => {
    let sum = 0;
    const add = (entries) => entries.forEach(({ value }) => (sum += value));
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 600);
})"""
LIVE, CORRESPONDENCE = "In live matches", "In correspondence matches"
LAYOUTS = {
    "Board size": "Small",
    "Tiles and buttons": "For the left hand",
    "A match shows": "Only the board (zen)",
    "Look of board and tiles": "Wood",
}
CHOSEN = "html[data-tiles=wood] #match[data-zen][data-size=small][data-hand=left]"
USUAL = "html:not([data-tiles]) #match:not([data-zen], [data-size], [data-hand])"


def choose(page: Page, question: str, pace: str, choice: str) -> None:
    """Set this on the device for matches of one pace."""
    expect(page.locator("#device")).to_be_visible()
    if page.locator("#device details[open]").count() == 0:
        page.get_by_text("Other settings for matches on this device").click()
    page.get_by_role("group", name=question, exact=True).get_by_label(pace).select_option(choice)
    expect(page.locator("#device-status")).to_have_text("Saved on this device.")


PACES = {"live": (LIVE, CORRESPONDENCE), "days": (CORRESPONDENCE, LIVE)}  # that which is set, and the other one


def also(site: Site, page: Page, other: Page) -> Page:
    """Return another device on which the same player is signed in."""
    session = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid")
    other.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return other


@pytest.mark.thorough
@cases("player, paces", {"1280": 0, "390": 1}, PACES, default=["1280-live"])
def test_the_layout_of_a_match_is_set_for_a_device_and_a_pace(
    site: Site, window: Windows, player: int, paces: tuple[str, str]
) -> None:
    mine, other = paces
    moves = Story.begin(games()["digifeud"], 2).moves
    anna = sit_down_late(site, window, "digifeud", moves, live=mine == LIVE)[player]
    elsewhere = also(site, anna, window(device=DESK))
    here, large = anna.url, anna.locator("#board").bounding_box()
    anna.goto("/accounts/settings/#device")
    for question, choice in LAYOUTS.items():
        choose(anna, question, mine, choice)
    assert axe_in_story(anna) == []

    anna.goto(here)
    expect(anna.locator(CHOSEN)).to_be_visible()
    expect(anna.locator("#turns")).to_be_hidden()
    small, rack = anna.locator("#board").bounding_box(), anna.locator("#rack .tile").first.bounding_box()
    assert large
    assert small
    assert rack
    assert small["width"] < 0.8 * large["width"]
    if player == 0:
        assert rack["x"] < small["x"]
    assert anna.evaluate(SHIFTS) < 0.03
    drawn = anna.request.get(here).text()  # before any script
    assert all(
        word in drawn for word in ("data-zen", 'data-size="small"', 'data-hand="left"', "comfort", 'data-tiles="wood"')
    )
    elsewhere.goto(here)
    expect(elsewhere.locator(USUAL)).to_be_visible()
    expect(elsewhere.locator("#turns")).to_be_visible()

    anna.locator("#leave-zen").click()
    expect(anna.locator("#device")).to_be_in_viewport()
    for question, choice in LAYOUTS.items():
        shown = anna.get_by_role("group", name=question, exact=True).get_by_label(mine).locator("option:checked")
        expect(shown).to_have_text(choice)
        choose(anna, question, mine, "As in my settings")
        choose(anna, question, other, choice)
    anna.goto(here)
    expect(anna.locator(USUAL)).to_be_visible()
    if player == 0:  # a phone has them in its sheet
        expect(anna.locator("#turns")).to_be_visible()
    anna.goto("/accounts/settings/#device")
    for question in LAYOUTS:
        choose(anna, question, other, "As in my settings")
    assert "match" not in {cookie.get("name") for cookie in anna.context.cookies()}


@pytest.mark.thorough
def test_a_device_can_leave_the_layout_of_the_account(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window, anna=DESK)
    plain = also(site, anna, window(device=DESK, javascript=False))
    here = anna.url
    anna.goto("/accounts/settings/")
    anna.get_by_label("Zen: a match shows only the board").check()
    anna.get_by_label("Small", exact=True).check()
    expect(anna.locator("#appearance .saved")).to_contain_text("Saved.")
    anna.goto("/accounts/settings/#device")
    choose(anna, "A match shows", CORRESPONDENCE, "Everything")
    choose(anna, "Board size", CORRESPONDENCE, "As large as fits")

    anna.goto(here)
    expect(anna.locator("#turns")).to_be_visible()
    expect(anna.locator("#match:is([data-zen], [data-size])")).to_have_count(0)
    plain.goto(here)
    expect(plain.locator("#match[data-zen][data-size=small]")).to_be_visible()
    plain.goto("/accounts/settings/")
    expect(plain.locator("#device")).to_be_hidden()
