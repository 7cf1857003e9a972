"""The history through the page: finding a match by keyboard, swiping through it on a phone, downloading it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, PHONE
from tests.browser.input_methods import open_sheet, tab_to
from tests.browser.test_narrow_words import LANGUAGES, NARROW, OUTSIDE, overlaps
from tests.serving import Site
from tests.sizes import cases

MAKE = """
import json
from django.conf import settings
from django.test import Client
from accounts.models import User
from games.catalogue import games
from games.matches.play import positions, services
from games.matches.time.control import TimeControl

anna, bob, carl = (User.objects.create_user(name) for name in ("anna", "bob", "carl"))

def match(slug, second, moves):
    game = games()[slug]
    terms = {"game_slug": slug, "options": game.options_type(), "time_control": TimeControl.correspondence(days=3)}
    match = services.start_match(first=anna, second=second, **terms)
    for ply in range(1, moves + 1):
        position = positions.replay(match).position
        move = game.encode(next(game.legal_moves(position)))
        match = services.play_move(match.pk, match.player(position.to_move), ply, move)
    return services.resign(match.pk, second)

made = {"sudoku": match("sudoku", bob, 6).pk, "tenbyten": match("tenbyten", carl, 4).pk}
browser = Client()
browser.force_login(anna, settings.AUTHENTICATION_BACKENDS[0])
print(json.dumps(made | {"cookie": browser.cookies[settings.SESSION_COOKIE_NAME].value}))
"""


@pytest.fixture(scope="module")
def made(site: Site) -> dict[str, str]:
    """Return the ids of two finished matches, and a session of anna's."""
    known: dict[str, str] = json.loads(site.manage("shell", "-c", MAKE).splitlines()[-1])
    return known


@pytest.mark.thorough
def test_a_match_is_found_by_keyboard(window: Windows, made: dict[str, str]) -> None:
    page = window()
    page.goto("/history/of/anna/")
    expect(page.locator("#rows .match-row")).to_have_count(2)
    tab_to(page, "#filter-matches a[href='?game=sudoku']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?game=sudoku")
    tab_to(page, "#filter-matches summary")
    page.keyboard.press("Enter")
    tab_to(page, "#id_against")
    page.keyboard.type("bob")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("game=sudoku.*against=bob"))
    expect(page.locator("#rows .match-row")).to_have_count(1)
    tab_to(page, "#rows .match-row > a")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/matches/{made['sudoku']}/")


@cases("language", LANGUAGES, default=["nl"])
def test_a_match_is_read_in_its_row_on_a_narrow_phone(window: Windows, made: dict[str, str], language: str) -> None:
    page = window(device=NARROW, locale=language)
    page.goto("/history/of/anna/")
    rows = page.locator("#rows .match-row")
    expect(rows).to_have_count(len(made) - 1)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        assert [row.evaluate(OUTSIDE) for row in rows.all()] == [[] for _row in rows.all()], width
        assert [row.locator(".terms").evaluate(OUTSIDE) for row in rows.all()] == [[] for _row in rows.all()], width
        assert not overlaps(page, "#rows .analysis", "#rows .match-row:has(.analysis) .terms"), width


def test_a_match_is_replayed_by_swiping(window: Windows, made: dict[str, str]) -> None:
    page = window(device=PHONE)
    page.goto(f"/matches/{made['sudoku']}/2/")
    for way, ply in ((-1, 3), (-1, 4), (1, 3)):
        page.wait_for_load_state("load")
        swipe(page, way)
        page.wait_for_url(f"**/{made['sudoku']}/{ply}/")
    page.wait_for_load_state("load")
    page.locator("#curve a").last.dispatch_event("click")
    page.wait_for_url(f"**/{made['sudoku']}/6/")


def test_the_way_through_a_replay_is_in_sight(window: Windows, made: dict[str, str]) -> None:
    page = window(device=DESKTOP)
    page.goto(f"/matches/{made['tenbyten']}/2/")
    expect(page.locator("#replay-nav [rel=next]")).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_a_match_goes_home_as_a_file_and_comes_back(
    window: Windows, site: Site, made: dict[str, str], tmp_path: Path
) -> None:
    page = window()
    page.context.add_cookies([{"name": "sessionid", "value": made["cookie"], "url": site.url}])
    for kind in ("txt", "json"):
        page.goto(f"/matches/{made['tenbyten']}/")
        page.wait_for_load_state("load")
        with page.expect_download() as waiting:
            open_sheet(page)
            page.locator("#about > summary").click()
            page.locator("#about .unfold summary").click()
            page.locator(f"#about a[href$='.{kind}']").click()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        page.goto("/history/read/")
        page.get_by_label("File").set_input_files(file)
        page.get_by_role("button", name="Check and show").click()
        expect(page.locator("#file")).to_contain_text("Seed, moves and result fit together.")
        expect(page.locator("#file .moves li")).to_have_count(4)


def swipe(page: Page, way: int) -> None:
    """Swipe over the board: -1 to the left, 1 to the right."""
    box = page.locator("#board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touches = page.context.new_cdp_session(page)
    for step in range(7):
        point = {"x": x + way * step * 20, "y": y + step}
        touches.send(
            "Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": [point]}
        )
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touches.detach()
