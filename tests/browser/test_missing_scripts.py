"""A script does not load: the page says so, and everything is done as without JavaScript."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Page, Route, expect

from games.catalogue import games
from tests.browser.conftest import Newcomers, Tolerance, Windows
from tests.browser.devices import DESKTOP, PHONE, SIZES, TABLET, Device, small
from tests.browser.meeting import MATCH
from tests.browser.sample_matches import GAMES, begin
from tests.browser.stories import Story, sit_alone, sit_down
from tests.browser.test_layout import OPPONENT, VIEWER, box, overlap
from tests.browser.test_puzzle_kinds import made
from tests.serving import HOME, Site, running
from tests.sizes import cases, examples

pytestmark = pytest.mark.own_windows

Answer = Callable[[Route], None]

HTMX = "vendor/htmx-4.0.1.min.js"
WATCHER = "js/loading.js"
MOVES = 30  # of one match, at most: far from its end
LOGGED = ("Failed to load", "ERR_FAILED", "htmx", "is not JavaScript", "Unexpected", "thrown", "does not provide")


BUNDLED = pytest.param("node_modules/@esbuild/*/bin/esbuild", id="bundled")
PLAIN = pytest.param("", id="plain")  # each module is a file of its own


@pytest.fixture(scope="module", params=[BUNDLED, PLAIN][: examples(1, 2)])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a site whose files are bundled, or not."""
    if request.param and not list(HOME.glob(request.param)):
        subprocess.run(["script/npm"], cwd=HOME, check=True)
    tool = next(HOME.glob(request.param)) if request.param else ""
    with running(tmp_path_factory.mktemp("site"), env={"ESBUILD": str(tool)}) as site:
        yield site


def loaded(page: Page, site: Site) -> list[str]:
    """Return the scripts that the page has loaded but WATCHER, and but the first bundle, which only names others."""
    addresses = page.evaluate("performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)")
    matched = (re.fullmatch(r"/static/(.+?)(\.[0-9a-f]{8,})?\.js", address) for address in addresses)
    names = {f"{match[1]}.js" for match in matched if match}
    return sorted(names - {WATCHER, "js/bundle.js" if site.env["ESBUILD"] else ""})


def files(name: str) -> re.Pattern[str]:
    """Return what matches the address of this static file, with a hash in its name or without."""
    return re.compile(rf"/static/{re.escape(name.removesuffix('.js'))}(\.[0-9a-f]{{8,}})?\.js$")


def blocked(route: Route) -> None:
    route.abort()


def gone(route: Route) -> None:
    route.fulfill(status=404)


def garbled(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body="this is not JavaScript")


def throws(route: Route) -> None:
    """Answer with an error, after what other scripts import of this one."""
    source = HOME / "static" / re.sub(r"^.*/static/|\.[0-9a-f]{8,}(?=\.js$)", "", route.request.url)
    body = source.read_text() if source.is_file() else ""  # a bundle exists only where it is served
    route.fulfill(content_type="text/javascript", body=f"{body}\nthrow new Error('thrown');")


def empty(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body="")


def stuck(route: Route) -> None:
    """Never answer."""


SCREENS = {
    "390x664": small(390, 664), "320": small(320, 568), "390": PHONE, "768": TABLET, "1280": DESKTOP,
}  # fmt: skip
BOARD = "#view, :not(#pane) > #board"
ANSWERS = {answer.__name__: answer for answer in (gone, garbled, throws, empty, stuck)}


def says_so(page: Page) -> None:
    expect(page.locator("#unloaded")).to_contain_text("Part of this page did not load.")
    expect(page.locator("#unloaded").get_by_role("link", name="Reload")).to_be_visible()
    expect(page.locator("html[data-scripts]")).to_have_count(0)


def height(page: Page) -> int:
    return int(page.evaluate("innerHeight"))


def type_and_send(page: Page, text: str) -> None:
    """Make a move as without JavaScript: by the field that is there from the start."""
    expect(page.locator("#text")).to_be_visible()
    page.locator("#text").fill(text)
    page.locator("#submit").click()


@pytest.mark.thorough
def test_a_move_is_made_whichever_script_of_a_match_is_blocked(
    site: Site, window: Windows, tolerate: Tolerance
) -> None:
    tolerate(*LOGGED)
    pages = sit_down(site, window, "sudoku", [])
    names = [*loaded(pages[0], site), WATCHER]
    assert HTMX in names
    for first in range(0, len(names), MOVES):
        if first:
            pages = sit_down(site, window, "sudoku", [])
        story = Story.begin(games()["sudoku"], 0)
        for ply, name in enumerate(names[first : first + MOVES], 1):
            page = pages[1 - ply % 2]
            page.route(files(name), blocked)
            page.reload()
            if name != WATCHER:
                says_so(page)
            move = story.choice()
            type_and_send(page, story.game.encode(move))
            expect(page.locator("#match_view")).to_have_attribute("data-ply", str(ply))
            story.play(move)
            page.unroute(files(name))


def test_a_page_without_any_script_is_played_and_a_whole_one_hides_the_plain_ways(
    site: Site, window: Windows, tolerate: Tolerance
) -> None:
    tolerate(*LOGGED)
    anna = sit_alone(site, window, "digifeud", [])
    expect(anna.locator("html[data-scripts='running']")).to_be_attached()
    expect(anna.locator("#unloaded")).to_be_hidden()
    expect(anna.locator("#text")).to_be_hidden()
    anna.route("**/*.js", blocked)
    anna.reload()
    expect(anna.locator("#text")).to_be_visible()
    expect(anna.locator("#type")).to_be_hidden()
    story = Story.begin(games()["digifeud"], 0)
    type_and_send(anna, story.game.encode(story.choice()))
    expect(anna.locator("#match_view")).to_have_attribute("data-ply", "1")


@cases("slug, screen", GAMES, SCREENS)
def test_what_did_not_load_leaves_head_and_way_to_play_in_sight(
    site: Site, window: Windows, tolerate: Tolerance, slug: str, screen: Device
) -> None:
    tolerate(*LOGGED)
    page = begin(site, "anna", "bob").sit_down(site, window, slug, screen)
    page.route(files("js/bundle-board.js" if site.env["ESBUILD"] else "js/match.js"), blocked)
    page.reload()
    says_so(page)
    more = [] if screen in (TABLET, DESKTOP) else ["#back", "#more_open"]
    head = ["#header nav", "#game", "#chat > summary", *more]
    parts = [*head, "#unloaded", OPPONENT, VIEWER, "#status", "#text", "#submit", "#rack"]
    for messages in ([], ["Your deadline was moved."]):
        page.locator("#messages").evaluate(
            "(place, words) => { place.innerHTML = words.map(one => `<p class=notice>${one}</p>`).join(''); }", messages
        )
        shown = {part: box(page, part) for part in [*parts, *["#messages > p" for _one in messages]]}
        assert [part for part, (_left, top, _right, bottom) in shown.items() if top < 0 or bottom > height(page)] == []
        assert [pair for pair in combinations(shown, 2) if overlap(shown[pair[0]], shown[pair[1]])] == []
    page.locator("#renewal, #connection").evaluate_all(
        "places => places.forEach(one => { one.hidden = false; one.append('This is said in the line.'); })"
    )
    said = [box(page, part) for part in ("#renewal", "#connection")]
    assert said[0] == said[1]  # no connection is more than what a connection would bring
    assert not any(overlap(said[0], box(page, part)) for part in parts if part != "#status")
    [left, top, right, bottom] = said[0]
    at = "([x, y]) => document.elementFromPoint(x, y).closest('p').id"
    assert page.evaluate(at, [(left + right) / 2, (top + bottom) / 2]) == "connection"


@cases("slug", GAMES, default=["digifeud", "summy"])
def test_without_javascript_board_tiles_and_field_are_in_sight(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, small(390, 664), javascript=False)
    for width, height in (*SIZES, (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        shown = {part: box(page, part) for part in (OPPONENT, VIEWER, BOARD, "#status", "#text", "#rack", "#submit")}
        outside = {part: where for part, where in shown.items() if where[1] < 0 or where[3] > height}
        assert outside == {}, (width, height)
        assert [pair for pair in combinations(shown, 2) if overlap(shown[pair[0]], shown[pair[1]])] == [], (
            width,
            height,
        )


@pytest.mark.thorough  # by default: a page that gets none of its scripts
@cases("answer", ANSWERS, default=["gone"])
def test_whatever_ails_a_script_the_page_is_plain(
    site: Site, window: Windows, tolerate: Tolerance, answer: Answer
) -> None:
    tolerate(*LOGGED)
    anna, bob = sit_down(site, window, "sudoku", [])
    story = Story.begin(games()["sudoku"], 0)
    names = ["js/bundle-board.js", HTMX] if site.env["ESBUILD"] else ["js/zoom.js", "js/match.js"]
    for page, name in zip((anna, bob), names, strict=True):
        page.route(files(name), answer)
        page.reload(wait_until="commit")
        says_so(page)
        move = story.choice()
        type_and_send(page, story.game.encode(move))
        story.play(move)
        expect(page.locator("#match_view")).to_have_attribute("data-ply", str(len(story.moves)))


@pytest.mark.thorough
def test_a_script_that_comes_late_still_runs(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate(*LOGGED)
    held: list[Route] = []
    anna = sit_alone(site, window, "digifeud", [])
    anna.route(files(loaded(anna, site)[0]), lambda route: held.append(route))
    anna.reload(wait_until="commit")
    anna.locator("#text").fill("e7r 3")  # the field appears after some seconds, without a complaint
    says_so(anna)
    for route in held:
        route.continue_()
    expect(anna.locator("html[data-scripts='running']")).to_be_attached()
    expect(anna.locator("#unloaded")).to_be_hidden()
    expect(anna.locator("#text")).to_be_visible()  # what was begun in it stays in sight
    expect(anna.locator("#text")).to_have_value("e7r 3")


@pytest.mark.thorough
def test_a_challenge_is_made_and_accepted_and_a_puzzle_solved(
    site: Site, newcomer: Newcomers, window: Windows, tolerate: Tolerance
) -> None:
    tolerate(*LOGGED)
    bundled = bool(site.env["ESBUILD"])
    shared = re.compile(r"/static/js/shared-\w+\.[0-9a-f]+\.js$")  # what the bundles have in common
    for number, name in enumerate([shared] if bundled else map(files, ("js/lobby.js", "js/challenge.js"))):
        anna, bob = newcomer(f"anna{number}"), newcomer(f"bob{number}", device=PHONE)
        for page in (anna, bob):
            page.route(name, blocked)
        anna.goto("/lobby/new/")
        anna.get_by_role("button", name="Create challenge").click()
        expect(anna.locator("#waiting")).to_contain_text("Looking for an opponent")
        bob.goto("/lobby/?tab=people")
        says_so(bob)
        if bob.get_by_role("radio", name="People", exact=True).is_visible():
            bob.get_by_role("radio", name="People", exact=True).check()
        bob.locator("#offers li", has_text=f"anna{number}").get_by_role("button", name="Accept").click()
        expect(bob).to_have_url(MATCH)
    puzzle, page = made(site, "ending"), window(device=PHONE)
    page.route(shared if bundled else files("js/keys.js"), blocked)
    page.goto(puzzle.path)
    says_so(page)
    for step, text in enumerate(puzzle.way):
        if step % 2 == 0:
            type_and_send(page, text)
    expect(page.locator("#status")).to_contain_text("Solved!")


@pytest.mark.thorough
def test_settings_are_saved_by_their_buttons_without_htmx(newcomer: Newcomers, tolerate: Tolerance, site: Site) -> None:
    tolerate(*LOGGED)
    page = newcomer("carl")
    page.goto("/accounts/settings/")
    expect(page.get_by_role("button", name="Save").first).to_be_hidden()
    page.route(files(HTMX if site.env["ESBUILD"] else "js/site.js"), blocked)
    page.reload()
    says_so(page)
    page.locator("#appearance, main").get_by_role("button", name="Save").first.click()
    says_so(page)


def test_no_style_sheet_asks_whether_scripts_may_run() -> None:
    sheets = [*HOME.glob("static/css/*.css"), *HOME.glob("games/*/static/**/*.css")]
    assert sheets
    assert [sheet.name for sheet in sheets if re.search(r"@media[^{]*scripting", sheet.read_text())] == []
