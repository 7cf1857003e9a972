"""A lesson: a class is made, cards are printed, pupils sign in by QR code and play a round; the table has it all."""

from __future__ import annotations

import csv
import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.digifeud.model.board import BLANK, DigifeudOptions
from games.digifeud.model.moves import Calculation
from games.digifeud.rules import game
from tests.browser.axe import axe
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import PHONE, SIZES
from tests.browser.input_methods import DELIBERATE, finger
from tests.browser.playing import Player, position_on
from tests.browser.reach import OPEN
from tests.sizes import examples

PUPILS = examples(2, 30)
EASIEST = DigifeudOptions.of_level(next(iter(DigifeudOptions.levels())))  # chosen beforehand for a round
NARROW: ViewportSize = {"width": 320, "height": 700}
PLIES = 3  # moves of each match before one resigns


def cards_of(teacher: Page, pupils: int) -> list[tuple[str, list[str]]]:
    """Make a class and its cards; return the addresses in their QR codes, each with the tiles of its picture."""
    teacher.goto("/classes/new/")
    teacher.get_by_label("Name of the class").fill("5b")
    teacher.get_by_label("Pupils").fill("\n".join(f"Child {number}" for number in range(1, pupils + 1)))
    teacher.get_by_label("I am a teacher").check()
    assert axe(teacher) == []
    teacher.get_by_role("button", name="Make a class").click()
    teacher.get_by_role("button", name="Make the cards").click()
    expect(teacher.locator(".class-card .qr svg")).to_have_count(pupils)
    assert axe(teacher) == []
    codes = teacher.locator(".class-card code").all_inner_texts()
    tiles = teacher.locator(".class-card .picture").get_by_role("img").all()
    names = [tile.get_attribute("aria-label") or "" for tile in tiles]
    return [(f"/classes/card/#{code}", names[4 * at : 4 * at + 4]) for at, code in enumerate(codes)]


def neighbours(pupils: list[Page], first: int) -> list[Player]:
    """Return this pupil and the next one as players."""
    return [Player(f"Child {one + 1}", pupils[one], [finger], options=EASIEST) for one in (first, first + 1)]


def played(first: Player, second: Player) -> dict[str, int]:
    """Play the moves of a match, which the second player resigns; return the turns of both."""
    turns = {first.name: 0, second.name: 0}
    for ply in range(PLIES):
        mover = first if first.turn == "mine" else second
        mover.play()
        turns[mover.name] += 1
        for player in (first, second):
            player.sees(ply + 1)
    return turns


def lay_wrong(player: Player) -> str:
    """Lay a sum with a wrong answer of one digit, press Play twice, and return the sum as the table has it."""
    position = position_on(player.page, player.options)
    digits = [face for face in position.rack.numbers if face != BLANK]
    rack = replace(position.rack, numbers=tuple(digits))
    position = replace(position, racks=(rack, rack))
    answers = (
        (move, digit) for move in game.legal_moves(position) for digit in digits if isinstance(move, Calculation)
    )
    for move, digit in answers:
        wrong = move._replace(outcome=digit)
        numbers = (wrong.first, wrong.second, digit)
        if not move.outcome.startswith(digit) and all(numbers.count(one) <= digits.count(one) for one in numbers):
            finger(player.page, position, wrong)
            expect(player.page.locator("#preview.illegal:not([aria-busy])")).to_contain_text(f"not {digit}")
            player.page.wait_for_timeout(DELIBERATE)
            player.page.locator("#submit").tap()
            player.page.locator("#recall").tap()
            return wrong.equation
    raise LookupError("no wrong sum can be laid")


@pytest.mark.thorough  # by default: tests/classes
def test_the_table_of_a_class_is_read_by_keyboard_and_on_a_phone(newcomer: Newcomers) -> None:
    teacher = newcomer("bob")
    cards_of(teacher, 2)
    teacher.get_by_role("link", name="To the class").click()
    name = teacher.get_by_role("link", name="Child 2", exact=True)
    for size in (None, NARROW):
        if size:
            teacher.set_viewport_size(size)
        assert teacher.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(name).to_be_visible()
        teacher.locator("#round-game").focus()
        for _press in range(30):
            if name.evaluate("link => link === document.activeElement"):
                break
            teacher.keyboard.press("Tab")
        expect(name).to_be_focused()
    teacher.keyboard.press("Enter")
    expect(teacher.get_by_role("heading", name="Week by week")).to_be_visible()
    teacher.go_back()
    teacher.get_by_role("button", name="Pause all boards").focus()
    teacher.keyboard.press("Enter")
    expect(teacher.get_by_role("button", name="Continue")).to_be_focused()
    teacher.keyboard.press("Space")
    expect(teacher.get_by_role("button", name="Pause all boards")).to_be_focused()
    delete = teacher.get_by_role("row", name="Child 2").get_by_role("button", name="Delete")
    delete.focus()
    teacher.keyboard.press("Enter")
    expect(teacher.get_by_role("dialog")).to_contain_text("Delete this pupil with all matches?")
    teacher.keyboard.press("Escape")
    expect(name).to_be_visible()


@pytest.mark.thorough
def test_a_lesson_in_which_everyone_plays_the_neighbour(newcomer: Newcomers, window: Windows) -> None:
    teacher = newcomer("anna")
    made = cards_of(teacher, PUPILS)
    teacher.get_by_role("link", name="To the class").click()

    pupils = []
    for number, (address, picture) in enumerate(made, 1):
        page = window(device=PHONE)
        page.goto(address)
        for place, name in enumerate(picture, 1):
            page.get_by_role("group", name=f"Tile {place}", exact=True).get_by_role("radio", name=name).tap()
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name=f"Hello, Child {number}!")).to_be_visible()
        pupils.append(page)
    assert axe(pupils[0]) == []

    expect(teacher.get_by_text(f"{PUPILS} pupils are here now.")).to_be_visible()  # without a reload
    teacher.get_by_role("button", name="Everyone against the neighbour").click()
    expect(teacher.get_by_text(f"The round: 0 of {PUPILS // 2} done")).to_be_visible()
    turns: dict[str, int] = {}
    wrong = ""
    for number in range(0, PUPILS, 2):
        players = neighbours(pupils, number)
        for player in players:
            player.page.locator("#class_now .entries a").click()  # it came without a reload
            player.page.wait_for_url("**/matches/*/")
        if not wrong:
            wrong = lay_wrong(next(player for player in players if player.turn == "mine"))
        turns |= played(*players)

    teacher.get_by_role("button", name="Pause all boards").click()
    expect(pupils[0].locator("#class_pause")).to_contain_text("has paused all boards")
    for width, height in SIZES:
        pupils[0].set_viewport_size({"width": width, "height": height})
        assert pupils[0].locator("#scores .name").evaluate_all(OPEN) == [True, True], (width, height)
        notice, bar = (pupils[0].locator(one).first.bounding_box() for one in ("#class_pause p", "#scores > .player"))
        assert notice
        assert bar
        assert notice["y"] + notice["height"] <= bar["y"] + 1, (width, height)
    assert axe(pupils[0]) == []
    teacher.get_by_role("button", name="Continue").click()
    expect(pupils[0].locator("#class_pause")).not_to_contain_text("paused")

    points: dict[str, int] = {}
    for number in range(0, PUPILS, 2):
        players = neighbours(pupils, number)
        points |= players[0].points
        players[1].resign()
        players[0].page.wait_for_selector("#end")
    expect(teacher.get_by_text("The round is over")).to_be_visible()
    expect(teacher.get_by_role("link", name="Replay")).to_have_count(PUPILS // 2)

    table = re.sub(r"[^/]+$", "", teacher.url) + "table.csv"
    rows: list[dict[str, str]] = []
    while not rows or any(row["Turns"] != str(turns[row["Name"]]) for row in rows):  # facts are found after the end
        rows = [*csv.DictReader(teacher.request.get(table).text().lstrip("\ufeff").splitlines())]
    for number, pupil in enumerate(rows):
        assert (pupil["Running"], pupil["Matches"], pupil["Won"]) == ("0", "1", "10"[number % 2]), pupil
        assert pupil["Points"] == str(points[pupil["Name"]]), pupil
    assert [row["Wrong sums"] for row in rows if row["Wrong sums"]] == [f"{wrong}: 1"]
    teacher.set_viewport_size(NARROW)
    teacher.reload()
    assert axe(teacher) == []
    assert teacher.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    teacher.get_by_role("link", name="Child 1", exact=True).click()
    expect(teacher.get_by_role("heading", name="Week by week")).to_be_visible()
    assert axe(teacher) == []
    assert teacher.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    teacher.get_by_role("link", name="Replay").click()
    expect(teacher.locator("#board")).to_be_visible()
    others = [
        (pupils[0], "/accounts/settings/"),
        (pupils[0], "/puzzles/"),
        (teacher, "/classes/"),
        (window(), "/classes/card/"),
    ]
    for page, path in others:
        page.goto(path)
        assert axe(page) == [], path
