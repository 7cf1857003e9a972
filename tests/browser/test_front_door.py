"""Paths from the front page on a phone: the number of taps, fields typed into included, and the time.

To print the table: `.venv/bin/python -m pytest -q -s tests/browser/test_front_door.py`
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from games.catalogue import games
from tests.browser.conftest import Tolerance, Windows
from tests.browser.devices import PHONE
from tests.browser.meeting import arrive
from tests.conftest import PASSWORD
from tests.serving import Site

MAKE = """
import json
from django.conf import settings
from django.test import Client
from accounts.models import User
from games.catalogue import games
from games.jobs.hooks import DEFAULT
from tests.jobs.running import run_due
from games.matches.play import positions, services
from games.matches.time.control import TimeControl

anna, bob = (User.objects.create_user(name) for name in ("anna", "bob"))
for number in range(2):
    game = games()["sudoku"]
    terms = {"game_slug": "sudoku", "options": game.options_type(), "time_control": TimeControl.correspondence(days=3)}
    match = services.start_match(first=anna, second=bob, rated=True, **terms)
    for ply in range(1, 9):
        position = positions.replay(match).position
        move = game.encode(next(game.legal_moves(position)))
        match = services.play_move(match.pk, match.player(position.to_move), ply, move)
    match = services.resign(match.pk, bob)
run_due(DEFAULT)
browser = Client()
browser.force_login(anna, settings.AUTHENTICATION_BACKENDS[0])
print(json.dumps({"last": match.pk, "cookie": browser.cookies[settings.SESSION_COOKIE_NAME].value}))
"""
MOST = {
    "sign up": 4,
    "first move": 3,
    "challenge a friend by link": 3,
    "find a player": 5,
    "see my last match": 3,
    "my rating's course": 2,
}
IN_REACH = {  # what each place of the lobby is for
    "Your turn": ("#mine",),
    "Play": (".place .large", ".place .game", "text=Create a challenge", "text=Challenge a friend", ".faces a"),
    "People": ("text=Find a player", "#filter"),
}


class Walk:
    """A walk from the front page; counts taps, and fields typed into as one each."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.began = time.monotonic()

    def tap(self, what: Locator) -> None:
        """Tap a button or link."""
        what.first.tap()
        self.taps += 1

    def type(self, field: str, text: str) -> None:
        """Tap the field with this label and type into it."""
        self.page.get_by_label(field).first.fill(text)
        self.taps += 1

    def link(self, name: str) -> None:
        """Tap the link of this name."""
        self.tap(self.page.get_by_role("link", name=name))

    def button(self, name: str) -> None:
        """Tap the button whose name begins like this."""
        self.tap(self.page.get_by_role("button", name=name))


@pytest.fixture(scope="module")
def made(site: Site) -> dict[str, str]:
    """Return anna's last match and a session of hers."""
    known: dict[str, str] = json.loads(site.manage("shell", "-c", MAKE).splitlines()[-1])
    return known


@pytest.fixture(scope="module")
def rows() -> Iterator[list[str]]:
    """Collect the lines of the table, and print it at the end."""
    lines: list[str] = []
    yield lines
    print("\n" + "\n".join([f"{'path':<28} taps", *lines]))


def walk(window: Windows, site: Site, cookie: str = "") -> Walk:
    """Open the front page on a phone, or the lobby of a player who is signed in."""
    page = window(device=PHONE)
    if cookie:
        page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
    page.goto("/")
    return Walk(page)


def done(path: str, walked: Walk, rows: list[str]) -> None:
    """Note the figures of a path, which takes at most as many taps as `MOST` says."""
    rows.append(f"{path:<28} {walked.taps:>4} {time.monotonic() - walked.began:>7.2f} s")
    assert walked.taps <= MOST[path]


@pytest.mark.thorough
def test_a_visitor_signs_up(window: Windows, site: Site, rows: list[str]) -> None:
    walked = walk(window, site)
    walked.link("Sign up")
    walked.type("Name", "zora")
    walked.type("Password", PASSWORD)
    walked.tap(walked.page.locator("form:has(#id_password1)").get_by_role("button"))
    expect(walked.page).to_have_url("/lobby/")
    done("sign up", walked, rows)


@pytest.mark.thorough
def test_a_visitor_makes_a_first_move(window: Windows, site: Site, rows: list[str]) -> None:
    walked = walk(window, site)
    walked.button(games()["sudoku"].name)
    arrive(walked.page)
    walked.button("Show me")
    walked.tap(walked.page.locator("#submit"))
    expect(walked.page.locator("#match_view:not([data-ply='0'])")).to_be_attached()
    done("first move", walked, rows)


@pytest.mark.thorough
def test_a_visitor_challenges_a_friend_by_link(window: Windows, site: Site, rows: list[str]) -> None:
    walked = walk(window, site)
    walked.link("Play with a friend")
    walked.button("Create challenge")
    expect(walked.page.locator("#challenge .address")).to_contain_text("/lobby/c/")
    walked.button("Copy")
    done("challenge a friend by link", walked, rows)


@pytest.mark.thorough
def test_anna_finds_bob(window: Windows, site: Site, made: dict[str, str], rows: list[str]) -> None:
    walked = walk(window, site, made["cookie"])
    walked.tap(walked.page.get_by_role("radio", name="People", exact=True))
    walked.link("Find a player")
    walked.type("Name", "bo")
    walked.button("Find")
    walked.link("bob")
    expect(walked.page.get_by_role("heading", name="bob", level=1)).to_be_visible()
    done("find a player", walked, rows)


@pytest.mark.thorough
def test_anna_sees_her_last_match(window: Windows, site: Site, made: dict[str, str], rows: list[str]) -> None:
    walked = walk(window, site, made["cookie"])
    walked.tap(walked.page.locator("#header .menu summary"))
    walked.link("Your matches")
    walked.tap(walked.page.locator("#finished .match-row > a"))
    expect(walked.page).to_have_url(f"/matches/{made['last']}/")
    done("see my last match", walked, rows)


@pytest.mark.thorough
def test_anna_sees_her_ratings_course(window: Windows, site: Site, made: dict[str, str], rows: list[str]) -> None:
    walked = walk(window, site, made["cookie"])
    walked.tap(walked.page.locator("#header .menu summary"))
    walked.link("Your page")
    expect(walked.page.locator("#standings .curve svg")).to_be_visible()
    done("my rating's course", walked, rows)


def test_what_the_lobby_is_for_is_within_one_and_a_half_screens(
    window: Windows, site: Site, made: dict[str, str]
) -> None:
    walked = walk(window, site, made["cookie"])
    lowest = 1.5 * PHONE["viewport"]["height"]
    for place, wanted in IN_REACH.items():
        walked.tap(walked.page.get_by_role("radio", name=place, exact=True))
        for selector in wanted:
            seen = walked.page.locator(f"main {selector}" if "=" not in selector else selector).locator("visible=true")
            box = seen.last.bounding_box()
            assert box, selector
            assert box["y"] + box["height"] <= lowest, selector


def test_anna_opens_one_section_of_the_settings_and_saves_there(
    window: Windows, site: Site, made: dict[str, str], tolerate: Tolerance
) -> None:
    tolerate("422")
    walked = walk(window, site, made["cookie"])
    walked.tap(walked.page.locator("#header .menu summary"))
    walked.link("Settings")
    appearance, night = walked.page.locator("#appearance"), walked.page.locator("#vacation")
    expect(appearance).to_be_visible()
    expect(night).to_be_hidden()
    walked.link("Night and vacation")
    expect(night).to_be_visible()
    expect(appearance).to_be_hidden()
    expect(walked.page.get_by_role("link", name="Night and vacation")).to_have_attribute("aria-current", "true")
    expect(night.get_by_role("button", name="Save", exact=True)).to_be_hidden()
    night.get_by_label("The night begins").select_option("22")
    expect(night.get_by_role("status")).to_have_text("Choose both hours of the night, or neither.")
    night.get_by_label("The night ends").select_option("6")
    expect(night.get_by_role("status")).to_contain_text("Saved.")
    walked.page.reload()
    expect(night.get_by_label("The night begins")).to_have_value("22")
    expect(night).to_be_visible()
    expect(appearance).to_be_hidden()


def test_settings_save_themselves_and_a_theme_shows_at_once(window: Windows, site: Site, made: dict[str, str]) -> None:
    page = walk(window, site, made["cookie"]).page
    page.goto("/accounts/settings/")
    appearance = page.locator("#appearance")
    expect(appearance).to_be_visible()
    expect(page.locator("#data")).to_be_hidden()
    appearance.get_by_label("Dark").check()
    expect(appearance.get_by_role("status")).to_contain_text("Saved.")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    appearance.get_by_label("Nederlands").check()
    appearance.get_by_role("link", name="Laad deze pagina opnieuw").click()
    expect(page.get_by_role("heading", name="Instellingen")).to_be_visible()
    expect(page.get_by_label("Nederlands")).to_be_checked()
    page.get_by_label("English").check()
    page.get_by_role("link", name="Reload this page").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


@pytest.mark.thorough
def test_without_scripts_a_button_saves(window: Windows, site: Site, made: dict[str, str]) -> None:
    page = window(device=PHONE, javascript=False)
    page.context.add_cookies([{"name": "sessionid", "value": made["cookie"], "url": site.url}])
    page.goto("/accounts/settings/")
    page.get_by_label("Wood").check()
    page.locator("#appearance").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_have_text("Saved.")
    expect(page.get_by_label("Wood")).to_be_checked()


@pytest.mark.thorough
def test_the_history_is_filtered_by_chips_without_scripts(window: Windows, site: Site, made: dict[str, str]) -> None:
    page = window(device=PHONE, javascript=False)
    page.goto("/history/of/anna/")
    count = page.locator("#rows").get_by_role("status")
    expect(count).to_contain_text("2 matches")
    page.get_by_role("group", name="Result").get_by_role("link", name="lost").click()
    expect(count).to_contain_text("0 matches")
    expect(page.get_by_role("link", name="lost")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Show all").click()
    expect(count).to_contain_text("2 matches")
