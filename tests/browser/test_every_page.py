"""Every kind of page: on phone and desktop, light and dark, in three languages, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Unpack

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from accounts.names import LONGEST
from games.digifeud.model.board import DigifeudOptions
from tests.browser.axe import axe, axe_colors, axe_in_story, load_axe
from tests.browser.chromium import QUIET, headless_program
from tests.browser.conftest import Tolerance, Windows
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.input_methods import keyboard, tab_to
from tests.browser.meeting import arrive
from tests.browser.playing import Player
from tests.browser.sample_site import SampleSite, build_sample_site
from tests.conftest import PASSWORD
from tests.serving import Site
from tests.sizes import THOROUGH, cases

pytestmark = pytest.mark.own_windows

Open = Callable[..., Page]
PEOPLE = ("", "anna", "carl", "guest", "pupil")
PLAYERS_FIRST = ("anna", "carl", "", "guest", "pupil")
FRAME = """() => [
    document.scrollingElement.scrollWidth - innerWidth,
    document.querySelectorAll("h1").length,
    document.documentElement.lang,
    document.body.innerText.match(/.{0,30}[ \\n]\\u2060?·.{0,30}/g) ?? [],
]"""
# By how much the page is too wide where all players have the longest name.
NAMES = ("anna", "bob", "carl", "dora", "emil", "fred", "gina")
LONG_NAMES = """([names, longest]) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data;
    if (names.includes(words.trim())) texts.currentNode.data = words.replace(/\\w+/, longest);
  }
  return document.scrollingElement.scrollWidth - innerWidth;
}"""
CONFIRM = """() => {
  const form = document.querySelector("form[action$='/confirm/']");
  form.append(Object.assign(document.createElement("input"), {name: "text", value: "pass"}));
  form.submit();
}"""


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Yield a browser that compiles scripts: that of other stories does not, and would need far longer for axe."""
    with playwright.chromium.launch(executable_path=headless_program(), args=QUIET) as browser:
        yield browser


@pytest.fixture(scope="module")
def sample_site(site: Site) -> SampleSite:
    """Return the site with content on every page."""
    return build_sample_site(site)


@pytest.fixture
def enter(window: Windows, site: Site, sample_site: SampleSite) -> Open:
    """Return a function that opens a window for a signed-in person of the sample site, or for a visitor."""

    def open_for(who: str, **more: Unpack[Device]) -> Page:
        page = window(**more)
        if who:
            page.context.add_cookies([{"name": "sessionid", "value": sample_site.cookies[who], "url": site.url}])
        return page

    return open_for


@pytest.mark.thorough  # by default: on a phone in German, with the words
@cases("device", {"phone": PHONE, "desk": DESKTOP})
def test_every_page_is_sound_in_light_and_dark(
    enter: Open, sample_site: SampleSite, tolerate: Tolerance, device: Device
) -> None:
    tolerate("404")
    faults: dict[str, list[str]] = {}
    windows = {who: enter(who, device=device) for who in PEOPLE}
    for page in windows.values():
        load_axe(page)
    for who, path in chosen(sample_site):
        windows[who].goto(path)
        faults[f"{who} {path}"] = faults_of(windows[who])
    assert {path: found for path, found in faults.items() if found} == {}


@pytest.mark.thorough  # by default: on a phone, with all pages
@cases("device", {"phone": PHONE, "desk": DESKTOP})
def test_what_is_refused_or_asked_is_sound_in_light_and_dark(
    enter: Open, sample_site: SampleSite, tolerate: Tolerance, device: Device
) -> None:
    tolerate("422")
    faults = faults_of_answers(enter, sample_site, device)
    assert {path: found for path, found in faults.items() if found} == {}


def faults_of_answers(enter: Open, sample_site: SampleSite, device: Device) -> dict[str, list[str]]:
    """Return the faults of pages that refuse something or ask whether one is sure, in English."""
    faults: dict[str, list[str]] = {}
    for name, answers in REFUSED.items():
        page = enter(name, device=device)
        faults |= {f"{name} {refused.__name__}": refused(page) for refused in answers}
    carl = enter("carl", device=device)
    ask_to_pass(carl, dict(sample_site.pages)["carl"])
    faults["confirm"] = faults_of(carl)
    return faults


def faults_of(page: Page, language: str = "en") -> list[str]:
    """Return the faults of the open page, light and under `script/test --thorough` dark.

    The dark colours are checked in tests/site/test_contrast.py, and on the page of a match in test_wcag.py.
    """
    page.emulate_media(color_scheme="light")
    faults = [*axe(page), *faults_of_frame(page, language)]
    if not THOROUGH:
        return faults
    page.emulate_media(color_scheme="dark")
    return [*faults, *(f"dark: {fault}" for fault in (*axe_colors(page), *faults_of_frame(page, language)))]


def faults_of_frame(page: Page, language: str) -> list[str]:
    """Return what is wrong with the width, the main heading, the language and the lists of the page.

    A list with points has a no-break space before each.
    """
    wide, headings, spoken, points = page.evaluate(FRAME)
    found = {f"scrolls sideways by {wide} px": wide > 0, f"{headings} h1": headings != 1}
    found[f"lang={spoken}"] = spoken != language
    found[f"a line may begin with a point: {points}"] = points != []
    return [fault for fault, is_there in found.items() if is_there]


def signing_up(page: Page) -> list[str]:
    """Return the faults of the page of a refused sign-up."""
    page.goto("/accounts/signup/")
    page.locator("#id_username").fill("anna")
    page.locator("#id_password1").fill("123")
    page.locator("main button.primary").click()
    expect(page.locator("main .wrong").first).to_be_visible()
    return faults_of(page)


def signing_in(page: Page) -> list[str]:
    """Return the faults of the page of a refused sign-in."""
    page.goto("/accounts/login/")
    page.locator("#id_login").fill("anna")
    page.locator("#id_password").fill("wrong")
    page.locator("main button.primary").click()
    expect(page.locator("main .error")).to_be_visible()
    return faults_of(page)


def offering(page: Page) -> list[str]:
    """Return the faults of the lobby after a refused offer."""
    page.goto("/lobby/new/")
    page.get_by_text("One player", exact=True).click()
    page.get_by_role("button", name="Create challenge").click()
    expect(page.locator("#new_offer .wrong")).to_be_visible()
    return faults_of(page)


def naming(page: Page) -> list[str]:
    """Return the faults of the page of a refused nickname."""
    page.goto("/")
    page.get_by_text("Choose a name").click()
    page.get_by_label("Your name").fill("anna")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("main .wrong")).to_be_visible()
    return faults_of(page)


REFUSED = {"": (signing_up, signing_in, naming), "anna": (offering,)}


def ask_to_pass(page: Page, path: str) -> None:
    """Submit a pass without a script that asks for confirmation."""
    page.goto(path)
    page.evaluate(CONFIRM)
    expect(page.get_by_role("heading", name="Are you sure?")).to_be_visible()


@cases("language", ["nl", "de"], default=["de"])  # the longest words
def test_every_page_speaks_the_readers_language_and_fits_a_phone_and_a_desk(
    enter: Open, sample_site: SampleSite, tolerate: Tolerance, language: str
) -> None:
    """Axe looks at the phone by default, and under `script/test --thorough` at the desk, and at both in English."""
    tolerate("404", *([] if THOROUGH else ["422"]))
    faults = {} if THOROUGH else faults_of_answers(enter, sample_site, PHONE)
    windows = {who: enter(who, locale=language) for who in PEOPLE}
    for page in windows.values():
        load_axe(page)
    for who, path in chosen(sample_site):
        page = windows[who]
        page.set_viewport_size(PHONE["viewport"])
        page.goto(path)
        faults[f"{who} {path} phone"] = faults_of_frame(page, language) + ([] if THOROUGH else axe(page))
        if (wide := page.evaluate(LONG_NAMES, [NAMES, LONGEST * "W"])) > 0:
            faults[f"{who} {path} phone"] += [f"scrolls sideways by {wide} px with the longest names"]
        page.set_viewport_size(DESKTOP["viewport"])
        faults[f"{who} {path} desk"] = faults_of_frame(page, language) + axe_in_story(page)
    assert {path: found for path, found in faults.items() if found} == {}


def chosen(sample_site: SampleSite) -> list[tuple[str, str]]:
    """Return the pages to look at with their viewers: by default one of each kind, a player's where there is one.

    A player's page has names and buttons that a visitor's lacks. The lobby is looked at by both.
    """
    pages = [*sample_site.pages, *sample_site.missing]
    if THOROUGH:
        return pages
    by_kind: dict[str, tuple[str, str]] = {}
    for who, path in sorted(pages, key=lambda page: PLAYERS_FIRST.index(page[0])):
        by_kind.setdefault(kind_of(path), (who, path))
    return [*by_kind.values(), ("", "/lobby/")]


def kind_of(path: str) -> str:
    """Return the path without ids, names and numbers: pages of one kind have one template."""
    return re.sub(r"/([0-9a-z]{10}|\d+|anna|bob|dora)(?=/)", "/…", path.partition("?")[0])


def test_everything_is_done_by_keyboard(window: Windows) -> None:
    anna, bob = window(), window()
    for name, page in (("anna9", anna), ("bob9", bob)):
        page.goto("/")
        press(page, "a[href='/accounts/signup/']")
        write(page, "#id_username", name)
        write(page, "#id_password1", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/lobby/")
    anna.goto("/lobby/new/")
    press(anna, "#new_offer button.primary")
    expect(anna.locator("#waiting li")).to_be_visible()
    bob.locator("#offers li", has_text="anna9").wait_for()
    offer = bob.locator("#offers li", has_text="anna9").get_by_role("button").get_attribute("formaction")
    press(bob, f"button[formaction='{offer}']")
    players = [
        Player(name, page, [keyboard], options=DigifeudOptions()) for name, page in (("anna9", anna), ("bob9", bob))
    ]
    for player in players:
        arrive(player.page)
    for _turn in range(2):
        mover, other = sorted(players, key=lambda player: player.turn != "mine")
        mover.play()
        other.sees(mover.ply)


def press(page: Page, selector: str) -> None:
    """Tab to the element and press Enter."""
    tab_to(page, selector)
    page.keyboard.press("Enter")


def write(page: Page, selector: str, text: str) -> None:
    """Tab to the element and type."""
    tab_to(page, selector)
    page.keyboard.type(text)
