"""What a player sees of a move: its points on the board and how they come about, its motion, and the end of a match."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from games.rules import SeededRandom
from games.tenbyten.model.board import BLUE, COLOURS, RED, TenByTenOptions
from games.tenbyten.model.moves import Move as TenByTenMove
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game as ten_by_ten
from tests.browser.axe import axe, axe_in_story
from tests.browser.conftest import Windows
from tests.browser.dealing import sit_down
from tests.browser.devices import DESKTOP, MOVING, PHONE, Device
from tests.browser.input_methods import agree, middle, open_sheet, resign, write
from tests.browser.meeting import arrive
from tests.browser.sample_matches import GAMES
from tests.browser.stories import SEED, Story, start
from tests.browser.test_laying import open_with_d1, type_on
from tests.browser.test_layout import box, overlap
from tests.browser.waiting import until
from tests.serving import Site
from tests.sizes import cases

HOW = "8 on blue + 13 for the answer = 21"
RECORD = """() => {
    window.motions = [];
    window.slowed = 1;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const { duration, delay } = options;
        motions.push({ where: this.closest("td")?.id ?? this.id, text: this.textContent, duration, delay });
        return animate.call(this, frames, { ...options, duration: duration * slowed });
    };
}"""
OVER = 10_000  # more moves than any match has
# A puzzle that was found in the match. One in the state UNCHECKED is verified by the site, and then offered.
FIND = """
from django.utils import timezone
from games.puzzles.models import Puzzle, Source
from tests.puzzles.conftest import make_puzzle
source, _new = Source.objects.get_or_create(match_id={match!r}, defaults={{"game_slug": "digifeud"}})
Source.objects.filter(pk=source.pk).update(searched_at=timezone.now())  # else the site searches the match too
Puzzle.objects.filter(source=source).delete()
puzzle = make_puzzle(number=Source.objects.count(), state=Puzzle.State.{state})
Puzzle.objects.filter(pk=puzzle.pk).update(source=source)
"""
LOOKS = 400  # at what has been received, ten a second
PASSED = re.compile(r'"ply": ?"?2\b')  # the turn that bob passes
VERIFIED = 150_000  # milliseconds: the site verifies puzzles in the background, on a busy machine slowly
DESK, HAND = DESKTOP | MOVING, PHONE | MOVING
LOW: Device = {"viewport": {"width": 390, "height": 560}}
CALM: Device = DESKTOP | {"reduced_motion": "reduce"}


ON_SCREEN = "one => one.offsetWidth > 0 && one.getBoundingClientRect().bottom <= innerHeight"
FLIGHTS = """() => {
    window.flights = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const [x, y] = (frames[1].translate ?? "").match(/-?[\\d.]+(?=px)/g) ?? [];
        if (this.classList.contains("flying") && !this.classList.contains("sparks")) {
            const box = this.getBoundingClientRect();
            const goal = [box.x + box.width / 2 + Number(x), box.y + box.height / 2 + Number(y)];
            const pile = [...document.querySelectorAll("#piles > li")].find((pile) => {
                const { x, y, width, height } = pile.getBoundingClientRect();
                return Math.abs(x + width / 2 - goal[0]) < 2 && Math.abs(y + height / 2 - goal[1]) < 2;
            });
            flights.push([this.textContent, pile ? pile.firstChild.textContent.trim() : ""]);
        }
        return animate.call(this, frames, options);
    };
}"""


# For each new tile its kind, and the label of the pile in whose middle its motion begins.
DRAWN = """() => {
    window.drawn = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        if (this.closest("#rack")) {
            const [x, y] = frames[0].translate.split(" ").map(parseFloat);
            const box = this.getBoundingClientRect();
            const pile = [...document.querySelectorAll("#piles b")].find((count) => {
                const from = count.getBoundingClientRect();
                return Math.hypot(from.x + from.width / 2 - box.x - box.width / 2 - x,
                    from.y + from.height / 2 - box.y - box.height / 2 - y) < 2;
            });
            const from = pile ? pile.parentElement.firstChild.textContent.trim() : "";
            drawn.push([this.dataset.kind ?? this.classList[1], from]);
        }
        return animate.call(this, frames, options);
    };
}"""
BAGS = {
    "digifeud": {"number": "Numbers in the bag", "symbol": "Operators in the bag"},
    "summy": {"piece": "Pieces in the stock"},
    "sudoku": {"number": "Tiles to draw"},
    "tenbyten": {"chip": "Chips in the container"},
}


def find_puzzle(site: Site, match: str, state: str) -> None:
    """Have the match one puzzle that was found in it."""
    site.manage("shell", "--verbosity", "0", "--command", FIND.format(match=match, state=state))


def motions(page: Page) -> list[dict[str, Any]]:  # JSON
    """Return the motions since `RECORD`."""
    found: list[dict[str, Any]] = page.evaluate("motions")
    return found


@pytest.mark.thorough
def test_the_points_stand_at_the_laid_tiles_and_say_how_they_come_about(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    type_on(anna, "e7", "5+8=")
    expect(anna.locator("#preview.illegal")).to_be_visible()
    expect(anna.locator("#badge")).to_have_count(0)  # no move yet, so no points

    anna.keyboard.type("13")
    expect(anna.locator("#i7 > #badge")).to_have_attribute("data-points", "21")
    expect(anna.locator("#preview .parts")).to_have_text(HOW)
    expect(anna.locator("#badge-parts")).to_be_hidden()
    anna.mouse.move(*middle(anna.locator("#badge")))
    expect(anna.locator("#badge-parts")).to_be_visible()
    expect(anna.locator("#badge-parts")).to_have_text(HOW)
    badge, told = box(anna, "#badge"), box(anna, "#badge-parts")
    assert 0 <= badge[1] - told[3] <= badge[3] - badge[1]  # just above it
    assert told[0] < badge[2]
    assert badge[0] < told[2]
    assert axe_in_story(anna) == []
    anna.mouse.move(2, 300)
    expect(anna.locator("#badge-parts")).to_be_hidden()

    anna.locator("#submit").click()
    expect(bob.locator("#turn-1")).to_be_attached()
    expect(anna.locator("#badge")).to_have_count(0)
    open_sheet(bob)
    bob.locator("#turn-1").get_by_role("button", name="21").tap()
    expect(bob.locator("#parts-1")).to_be_visible()
    expect(bob.locator("#parts-1")).to_have_text(HOW)
    assert axe_in_story(bob) == []


def test_a_move_is_seen_tile_by_tile_and_its_points_fly_to_the_score(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    for page in (anna, bob):
        page.evaluate(RECORD)

    open_with_d1(anna, bob)
    until(bob, "motions.some(({ text }) => text === '+13')")

    came = [motion for motion in motions(bob) if motion["where"][1:] == "7"][:5]
    assert [motion["where"] for motion in came] == ["e7", "f7", "g7", "h7", "i7"]
    assert [motion["delay"] for motion in came] == sorted({motion["delay"] for motion in came})
    assert {"+8", "+13"} <= {motion["text"] for motion in motions(bob)}
    assert "points-1" in {motion["where"] for motion in motions(bob)}
    settled = [motion for motion in motions(anna) if motion["where"][1:] == "7"][:5]
    assert {motion["delay"] for motion in settled} == {0}  # one's own tiles lie there already
    assert all(150 <= motion["duration"] <= 400 for motion in motions(anna) + motions(bob))
    expect(anna.locator(".flying")).to_have_count(0)


def capture_on_every_colour() -> tuple[list[str], TenByTenPosition, TenByTenMove]:
    """Return moves of 10 BY 10, the position after them, and a move that captures on red, blue and other squares."""
    rng, position = random.Random(2), ten_by_ten.setup(TenByTenOptions(), SeededRandom(SEED.to_bytes(32, "big")))
    moves: list[str] = []
    while not position.result:
        legal = list(ten_by_ten.legal_moves(position))
        for move in legal:
            colours = {COLOURS.get(square, "") for square in move.captured if position.public.grid.at(square)}
            if {RED, BLUE, ""} <= colours and position.public.number == 1:
                return moves, position, move
        quiet = rng.choice([move for move in legal if not move.captured] or legal)
        moves.append(ten_by_ten.encode(quiet))
        position = ten_by_ten.apply(position, quiet, SeededRandom(SEED.to_bytes(32, "big"), len(moves)))
    raise AssertionError("No such capture was found.")


@pytest.mark.thorough
def test_captured_chips_travel_to_their_piles_and_bonus_chips_follow(site: Site, window: Windows) -> None:
    moves, position, capture = capture_on_every_colour()
    match, sessions = start(site, "tenbyten", moves)
    anna, bob = window(device=DESKTOP), window(device=DESK)
    for page, session in zip((anna, bob), sessions if len(moves) % 2 == 0 else sessions[::-1], strict=True):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(f"/matches/{match}/")
    bob.evaluate(FLIGHTS)

    write(anna, ten_by_ten.encode(capture))
    expect(anna.locator("#preview.legal")).to_be_visible()
    anna.keyboard.press("Enter")
    expect(bob.locator("#match_view")).to_have_attribute("data-ply", str(len(moves) + 1))

    taken = {square: position.public.grid.at(square) for square in capture.captured if square != capture.square}
    away = [(face, COLOURS.get(square, "")) for square, face in taken.items() if face]
    goals = [(face, "Chips in the container" if colour == RED else "Opponent captured") for face, colour in away]
    goals += [("", "Opponent captured") for _face, colour in away if colour == BLUE]  # drawn from the container
    until(bob, "most => flights.length >= most", arg=len(goals))
    assert sorted(map(tuple, bob.evaluate("flights"))) == sorted(goals)


@pytest.mark.thorough  # by default: motion that is seen, and none for those who want none
def test_a_touch_ends_all_motion(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    bob.evaluate(RECORD)
    bob.evaluate("slowed = 1000")

    open_with_d1(anna, bob)
    until(bob, "document.querySelectorAll('.flying').length > 0")
    bob.locator("#status").tap(force=True)

    expect(bob.locator(".flying")).to_have_count(0)
    assert bob.evaluate("document.getAnimations().filter(({ playState }) => playState === 'running').length") == 0


@pytest.mark.thorough
def test_the_answer_waits_until_ones_own_move_has_been_seen(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    received: list[str] = []
    anna.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(str(frame))))
    with anna.expect_event("websocket"):
        anna.reload()
    arrive(anna)
    anna.evaluate(RECORD)
    anna.evaluate("slowed = 1000")
    open_with_d1(anna, bob)
    until(anna, "motions.length > 0")
    received.clear()

    bob.get_by_role("button", name="Pass", exact=True).tap()
    agree(bob, "Pass")
    expect(bob.locator("#match_view")).to_have_attribute("data-ply", "2")
    for _look in range(LOOKS):
        if any(PASSED.search(frame) for frame in received):
            break
        anna.wait_for_timeout(100)
    else:
        raise AssertionError("The answer has not come.")
    anna.wait_for_timeout(300)
    expect(anna.locator("#match_view")).to_have_attribute("data-ply", "1")
    anna.keyboard.press("Shift")
    expect(anna.locator("#match_view")).to_have_attribute("data-ply", "2")


@pytest.mark.thorough
@cases("slug", [*BAGS], default=["digifeud"])
def test_new_tiles_come_from_their_bag_where_it_is_in_sight(site: Site, window: Windows, slug: str) -> None:
    story = Story.begin(games()[slug], 3 if slug == "sudoku" else 2)  # there anna draws when bob has moved
    match, sessions = start(site, slug, story.moves)
    desk, hand, mover = window(device=DESK), window(device=HAND | LOW), window(device=CALM)
    for page, session in ((desk, sessions[0]), (hand, sessions[0]), (mover, sessions[len(story.moves) % 2])):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(f"/matches/{match}/")
        arrive(page)
        page.evaluate(DRAWN)

    write(mover, story.game.encode(story.choice()))
    expect(mover.locator("#preview.legal")).to_be_visible()
    mover.keyboard.press("Enter")
    for page in (desk, hand):
        until(page, "() => drawn.length")
    came = desk.evaluate("drawn")
    assert all(bag == BAGS[slug][kind] for kind, bag in came), came
    shown = hand.locator("#piles b").first.evaluate(ON_SCREEN)  # few games have room for it on a low phone
    came = hand.evaluate("drawn")
    assert all(bag == (BAGS[slug][kind] if shown else "") for kind, bag in came), came  # "": they come from the side
    assert len(hand.evaluate("drawn")) == len(came)


def test_nothing_moves_for_those_who_want_no_motion(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=CALM)
    bob.evaluate(RECORD)

    open_with_d1(anna, bob)
    expect(bob.locator("#points-1")).to_have_text("21")

    assert motions(bob) == []


@pytest.mark.thorough  # by default: the card of the end in test_sheets.py
@cases("device", {"390": HAND, "1280": DESK}, default=["390"])
def test_the_end_is_a_card_over_the_board(site: Site, window: Windows, device: Device) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=device)
    open_with_d1(anna, bob)
    anna.locator("#footer").scroll_into_view_if_needed()
    resign(bob)
    card = bob.locator("#end")

    expect(card.get_by_role("heading", name="anna wins.")).to_be_visible()
    expect(anna.locator("#end").get_by_role("heading", name="You win!")).to_be_in_viewport(ratio=1)
    expect(anna.locator("#end")).to_contain_text("Your best turn: 5 + 8 = 13 · 21 points")
    expect(anna.locator("#end")).not_to_contain_text("led from turn")  # points did not decide it
    expect(card.locator(".sums")).to_contain_text("anna")
    expect(card.locator(".sums")).to_contain_text("bob")
    buttons = [card.get_by_role("button", name="Rematch", exact=True)]
    buttons += [card.locator("a, button", has_text="Analysis").locator("visible=true")]
    for button in buttons:
        expect(button).to_be_in_viewport(ratio=1)
    expect(card).to_be_in_viewport(ratio=1)
    assert overlap(box(anna, "#end"), box(anna, "#board"))
    assert axe(bob) == []

    bob.keyboard.press("Escape")
    assert not overlap(box(bob, "#end"), box(bob, "#board"))
    expect(buttons[0]).to_be_visible()  # it is a part of the page now
    bob.reload()
    arrive(bob)
    assert not overlap(box(bob, "#end"), box(bob, "#board"))
    expect(card.get_by_role("button", name="Close")).to_be_hidden()

    anna.locator("#end-close").click()
    assert not overlap(box(anna, "#end"), box(anna, "#board"))
    bob.get_by_role("button", name="Rematch", exact=True).click()
    expect(anna).to_have_title(re.compile("bob asks for a rematch"))
    expect(anna.get_by_role("button", name="Accept the rematch")).to_be_in_viewport(ratio=1)  # the card is back
    assert overlap(box(anna, "#end"), box(anna, "#board"))


@pytest.mark.thorough  # by default: the card of the end in test_sheets.py
@cases("slug, language", GAMES, ["en", "de"], default=["summy-en"])
def test_what_comes_next_is_one_tap_away_on_a_phone(site: Site, window: Windows, slug: str, language: str) -> None:
    """After a whole rated match, with another match that waits and a puzzle that was found in this one."""
    whole = Story.begin(games()[slug], OVER)
    match, sessions = start(site, slug, whole.moves, rated=True)
    start(site, slug, [])
    find_puzzle(site, match, "OFFERED")
    page = window(device=HAND, locale=language)
    page.context.add_cookies([{"name": "sessionid", "value": sessions[0], "url": site.url}])
    page.goto(f"/matches/{match}/")

    end = page.locator("#end")
    actions = [end.locator("form button").first]
    paths = ("/notifications/next/", f"/matches/{match}/analysis/", "/lobby/")
    # On a phone with scripts the analysis is a sheet, of which a button asks for the page's inside
    ways = [end.locator(f".onward :is([href*='{path}'], [hx-get*='{path}'])") for path in paths]
    actions += [*(way.filter(visible=True) for way in ways[:-1]), ways[-1]]
    rare = [actions.pop(), end.locator("#end_puzzle:not([href*='/today/'])")]
    assert axe_in_story(page) == []
    for action in actions:
        expect(action).to_be_in_viewport(ratio=1)
    for action in rare:
        expect(action).to_be_hidden()
    end.locator("summary").click()
    for action in rare:
        expect(action).to_be_visible()
    assert axe_in_story(page) == []


@pytest.mark.thorough  # by default: tests/puzzles/test_after_match.py
def test_a_puzzle_from_the_match_is_offered_while_its_end_is_on_the_page(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    open_with_d1(anna, bob)
    resign(bob)
    for page in (anna, bob):
        expect(page.locator("#end #end_puzzle")).to_have_text("Today’s puzzle")
        page.evaluate("window.unbroken = true")
    find_puzzle(site, anna.url.split("/")[-2], "UNCHECKED")
    for page in (anna, bob):
        expect(page.locator("#end_puzzle")).to_have_text("Puzzle from this match", timeout=VERIFIED)
        expect(page.locator("#end_puzzle")).to_have_attribute("href", re.compile(r"^/puzzles/\w{10}/$"))
        page.locator("#end summary").click()
        expect(page.locator("#end_puzzle")).to_be_in_viewport(ratio=1)
        assert page.evaluate("window.unbroken")
        assert axe_in_story(page) == []


@pytest.mark.thorough
def test_without_a_script_the_end_is_a_part_of_the_page(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, anna=DESK, bob=HAND)
    open_with_d1(anna, bob)
    resign(bob)
    expect(bob.locator("#end")).to_be_visible()
    plain = window(javascript=False)
    plain.goto(anna.url)

    expect(plain.locator("#end")).to_be_visible()
    expect(plain.locator("#end-close")).to_be_hidden()
    assert not overlap(box(plain, "#end"), box(plain, "#board"))
