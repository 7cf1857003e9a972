"""The layout of a match page at common widths: nothing is squeezed, covered or cut off."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from games.catalogue import games
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import BIG, DESKTOP, PHONE, TABLET, Device, small
from tests.browser.input_methods import open_sheet
from tests.browser.meeting import arrive
from tests.browser.sample_matches import GAMES, begin
from tests.browser.stories import Story, start
from tests.serving import Site
from tests.sizes import cases

ZOOMED: Device = {"viewport": {"width": 320, "height": 256}}  # a window of 1280 by 1024 at 400 %
OPPONENT, VIEWER = "#scores > .player + .player", "#scores > .player:first-child"
HOLE = {1280: 44, 1920: 56}  # pixels by width: less than a row of the turns and the space beside it
AWAY = """away => {
    away.hidden = false;
    away.innerHTML = "<p role=status>Away: bob.</p><p>Otherwise the match is cancelled in 0:42</p>";
}"""
MANY_TURNS = """list => {
    const detailed = document.querySelector("#board[data-game=tenbyten]");
    const detail = detailed ? "<span class=detail>2 kept</span>" : "";
    for (let turn = 1; turn < 40; turn += 1)
        list.insertAdjacentHTML("beforeend", `<li><a href="/"><span class=who>bob</span>
            <span class=what>1 + 2 = 3</span>${detail}</a> <b class=points>3</b></li>`);
    list.scrollTop = list.scrollHeight;
}"""
ROWS = """list => [list.clientHeight, list.lastElementChild.offsetHeight, Math.round(list.scrollTop)]"""
STYLE = """tile => {
    const style = getComputedStyle(tile);
    return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]));
}"""
SEEN = """tile => {
    const box = tile.getBoundingClientRect();
    const at = (y) => document.elementFromPoint(box.x + box.width / 2, y);
    return tile.contains(at(box.top + 2)) && tile.contains(at(box.bottom - 2));
}"""

NAME_APART = """players => players.map((player) => {  // in its bar, above whose turn it is
    const words = document.createRange();
    words.selectNodeContents(player.querySelector(".name"));
    const [bar, name] = [player, words].map((one) => one.getBoundingClientRect());
    const turn = player.querySelector(".turn:not([hidden])")?.getBoundingClientRect();
    return name.top >= bar.top - 3 && name.bottom <= bar.bottom + 3 && !(turn && name.bottom > turn.top + 3);
})"""
TOO_LONG = """boxes => boxes.flatMap((box) => [...box.querySelectorAll("strong, span")]
    .filter((words) => words.getBoundingClientRect().right > box.getBoundingClientRect().right)
    .map((words) => words.textContent.trim()))"""


def box(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower edges of the element."""
    return edges(page.locator(selector).first)


def edges(element: Locator) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower edges of the element."""
    box = element.bounding_box()
    assert box, element
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def least_width(page: Page, selector: str) -> float:
    """Return the width of the narrowest of these elements."""
    return float(page.locator(selector).evaluate_all("all => Math.min(...all.map((one) => one.offsetWidth))"))


def tops(page: Page, selector: str) -> set[float]:
    """Return the upper edges of these elements."""
    found: list[float] = page.locator(selector).evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    return set(found)


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Return whether two boxes share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@cases("slug, screen", GAMES, {"1280": DESKTOP, "1920": BIG}, default=["summy-1280", "sudoku-1920"])
def test_a_desk_shows_board_and_column_as_one_picture(site: Site, window: Windows, slug: str, screen: Device) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, screen)
    height = screen["viewport"]["height"]
    column = ["#game", OPPONENT, ".piles", "#turns", *(["#zoom"] if slug == "summy" else []), "#status", VIEWER]
    boxes = [box(page, part) for part in [*column, "#rack", "#actions", "#about"]]
    board = box(page, "#board")

    assert [one[3] <= other[1] + 1 for one, other in pairwise(boxes)] == [True] * (len(boxes) - 1)
    hole = HOLE[screen["viewport"]["width"]]
    assert max(other[1] - one[3] for one, other in pairwise(boxes)) <= hole
    assert all(board[2] < left for left, *_edges in boxes)
    assert abs(boxes[-1][3] - board[3]) <= 24
    assert max(board[3], boxes[-1][3]) <= height
    assert board[3] - board[1] >= 0.85 * height
    assert least_width(page, "#board td[id]") >= 24  # WCAG 2.5.8
    assert len(tops(page, "#actions > .button:not([hidden])")) == 1
    assert len(tops(page, "#rack > .tile")) == (2 if slug == "digifeud" else 1)


@cases("slug", GAMES, default=["tenbyten"])
def test_a_big_screen_shows_turns_and_chat_together(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, BIG)
    chat = page.locator("#chat .drawer")
    expect(chat).to_be_in_viewport(ratio=1)
    board, turns, drawer = box(page, "#board"), box(page, "#turns"), box(page, "#chat .drawer")
    assert board[2] < turns[0] < turns[2] < drawer[0]
    assert abs(board[3] - drawer[3]) <= 24
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    page.get_by_role("button", name="Close the chat").click()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")  # it is told after the click
    page.reload()
    expect(page.locator("#turns")).to_be_visible()
    expect(chat).to_be_hidden()
    assert box(page, "#board") == board


@pytest.mark.thorough  # by default: test_in_reach.py on this and smaller ones
@cases("slug", GAMES, default=["digifeud", "summy"])
def test_a_phone_shows_both_players_board_rack_and_buttons_together(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, PHONE)
    board = "#view" if slug == "summy" else "#board"
    boxes = [box(page, part) for part in ("#game", OPPONENT, board, VIEWER, "#status", "#rack", "#actions")]

    assert [one[3] <= other[1] + 1 for one, other in pairwise(boxes)] == [True] * (len(boxes) - 1)
    assert boxes[-1][3] <= PHONE["viewport"]["height"]
    assert board == "#view" or boxes[2][2] - boxes[2][0] >= 380
    assert least_width(page, "#rack .tile") >= (40 if slug == "digifeud" else 24)
    assert len(tops(page, "#rack .tile")) == (2 if slug == "digifeud" else 1)


@cases("slug", GAMES, default=["digifeud", "summy"])
def test_a_tablet_shows_board_rack_and_buttons_together(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, TABLET)
    game, me, them, board, rack, bar = (
        box(page, selector) for selector in ("#game", VIEWER, OPPONENT, "#board", "#rack", "#actions")
    )

    assert game[3] <= me[1] == them[1] <= me[3] <= board[1]
    assert board[3] <= rack[1] < rack[3] <= 1024
    assert board[3] <= bar[1] < bar[3] <= 1024
    assert rack[2] <= bar[0]
    assert board[2] - board[0] > 650
    assert least_width(page, "#board td[id]") >= 24  # WCAG 2.5.8
    assert page.locator("#rack .tile").evaluate_all(f"tiles => tiles.every({SEEN})")
    whole = "panes => panes.every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)"
    assert page.locator("#pane").evaluate_all(whole)  # all rows of the largest board, without scrolling


@pytest.mark.thorough  # by default: ways to play in test_in_reach.py
def test_a_tablet_shows_the_ways_to_play_a_chip(site: Site, window: Windows) -> None:
    story = Story.begin(games()["tenbyten"], 0)
    while not any(move.lines for move in story.game.legal_moves(story.position)):
        story.play(next(move for move in story.game.legal_moves(story.position)))
    move = next(move for move in story.game.legal_moves(story.position) if move.lines)
    match, sessions = start(site, "tenbyten", story.moves)
    page = window(device=TABLET)
    page.context.add_cookies([{"name": "sessionid", "value": sessions[story.position.to_move.index], "url": site.url}])
    page.goto(f"/matches/{match}/")
    page.locator(f"#rack .tile[data-face='{move.chip}']").first.click()
    page.locator(f"#{move.square}").click()

    ways = page.locator("#variants label")
    expect(ways.nth(1)).to_be_visible()
    for way in ways.all():
        expect(way).to_be_in_viewport(ratio=1)


@cases("slug", ["digifeud", "tenbyten"], default=["digifeud"])
def test_no_list_is_cut_through_a_row(site: Site, window: Windows, slug: str) -> None:
    laptop: Device = {"viewport": {"width": 1366, "height": 768}}
    for screen in (DESKTOP, BIG, laptop):
        page = begin(site, "anna", "bob").sit_down(site, window, slug, screen)
        page.locator("#turns").evaluate(MANY_TURNS)
        height, row, scrolled = page.locator("#turns").evaluate(ROWS)

        assert height >= 3 * row
        assert (height % row, scrolled % row) == (0, 0)


@pytest.mark.thorough
@cases("screen", {"390": PHONE, "768": TABLET, "1280": DESKTOP, "1920": BIG}, default=["390", "1280"])
def test_nothing_moves_when_the_opponent_goes_away(site: Site, window: Windows, screen: Device) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", screen)
    parts = ("#board", "#rack", "#actions", VIEWER, OPPONENT)
    before = [box(page, part) for part in parts]

    page.locator("#away").evaluate(AWAY)
    expect(page.locator("#away")).to_be_visible()

    assert [box(page, part) for part in parts] == before


@cases("screen", {"320": small(320, 568), "390": PHONE, "768": TABLET, "1280": DESKTOP, "1920": BIG}, default=["320"])
def test_names_of_guests_are_not_cut(site: Site, window: Windows, screen: Device) -> None:
    page = begin(site, "Guest-Flamingo-2049", "Guest-Cormorant-1887").sit_down(site, window, "digifeud", screen)
    page.locator("#scores .points").evaluate_all("all => all.forEach((points) => (points.textContent = '370'))")

    assert page.locator(".player .name").evaluate_all(
        "names => names.map((name) => name.scrollWidth <= name.clientWidth)"
    ) == [True, True]
    assert page.locator("#scores > .player").evaluate_all(NAME_APART) == [True, True]


@pytest.mark.thorough
@cases("language", ["en", "nl", "de"], default=["de"])
def test_the_clock_says_the_same_before_and_after_the_script(site: Site, window: Windows, language: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP, locale=language)
    without = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP, locale=language, javascript=False)
    clock = "#scores time[data-deadline]"

    expect(page.locator("#submit")).to_be_enabled()
    assert page.locator(clock).inner_text() == without.locator(clock).inner_text()


@cases("language, screen", ["de", "nl", "en"], {"390": PHONE, "1280": DESKTOP}, default=["de-390"])
def test_the_words_of_the_buttons_fit(site: Site, window: Windows, language: str, screen: Device) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", screen, locale=language)
    page.locator("#submit").evaluate("button => { button.dataset.points = '144'; }")
    shown = page.locator("#actions .button:visible")
    row, (left, _top, right, _bottom) = shown.all(), box(page, "#board")
    buttons = [button.bounding_box() for button in row]

    assert shown.evaluate_all("all => all.map((button) => button.scrollWidth <= button.clientWidth)") == [True] * len(
        row
    )
    assert all(one["x"] + one["width"] <= next_one["x"] for one, next_one in pairwise(buttons) if one and next_one)
    if screen is PHONE:
        assert left <= min(button["x"] for button in buttons if button)
        assert max(button["x"] + button["width"] for button in buttons if button) <= right


# Most buttons, and the longest name
@cases("slug, language", ["summy", "sudoku"], ["nl", "de"], default=["summy-de"])
def test_long_words_fit_a_phone(site: Site, window: Windows, slug: str, language: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, PHONE, locale=language)
    buttons = page.locator("#actions .button:visible").evaluate_all(
        "all => all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"
    )

    assert [(left >= 0, right <= PHONE["viewport"]["width"]) for left, right in buttons] == [(True, True)] * len(
        buttons
    )
    assert all(one[1] <= other[0] for one, other in pairwise(buttons))
    terms = box(page, "#game > span")
    beside = page.locator("#my_turns:visible, #chat > summary, #more_open")
    assert not any(overlap(terms, edges(one)) for one in beside.all())
    assert terms[3] - terms[1] < 30  # two lines at most


@pytest.mark.thorough
def test_the_words_of_the_lobby_stay_in_their_boxes(newcomer: Newcomers) -> None:
    page = newcomer("lotte", device=PHONE, locale="nl-NL")
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".place .game, .tabs, .switch").evaluate_all(TOO_LONG) == [], width


HEADS = {"320": small(320, 568), "390": PHONE, "720": small(720, 900), "1280": DESKTOP}


@cases("screen, language", HEADS, ["en", "fr"], default=["320-fr"])
def test_the_head_says_in_words_what_waits_and_who_looks(
    site: Site, window: Windows, screen: Device, language: str
) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", screen, locale=language)
    page.goto("/puzzles/")
    shown = page.locator("#my_turns > :visible, #header .menu .name").evaluate_all(
        "all => all.filter((one) => one.offsetWidth > 1).map((one) => one.textContent.trim())"
    )

    assert shown == ["Your turn" if language == "en" else "À toi de jouer", "4", "anna"]
    assert page.locator("#header, #header .menu .name").evaluate_all(TOO_LONG) == []


@pytest.mark.thorough
@cases("screen", {"390": PHONE, "1280": DESKTOP}, default=["390"])
def test_what_is_rarely_needed_is_one_tap_away(site: Site, window: Windows, screen: Device) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", screen)
    expect(page.get_by_role("link", name="Digifeud", exact=True)).to_be_visible()
    for hidden in ("#sealed", "#about .latest", "#text", "#notation-help"):
        expect(page.locator(hidden)).to_be_hidden()

    open_sheet(page)
    page.get_by_text("About this match").click()
    expect(page.locator("#sealed")).to_be_visible()
    open_sheet(page)
    page.get_by_text("About this match").click()
    page.keyboard.press("m")
    expect(page.locator("#text")).to_be_focused()
    page.locator("#board td[id][tabindex='0']").focus()
    page.keyboard.press("m")
    expect(page.locator("#text")).to_be_focused()  # an open field is gone to, not closed
    page.reload()
    expect(page.locator("#text")).to_be_visible()
    page.locator("#type").click()
    expect(page.locator("#text")).to_be_hidden()
    expect(page.locator("#type")).to_be_focused()

    without = begin(site, "anna", "bob").sit_down(site, window, "digifeud", screen, javascript=False)
    expect(without.locator("#text")).to_be_visible()


@pytest.mark.thorough
@cases("lesson, screen", {"first": 1, "seventh": 7}, {"390": PHONE, "768": TABLET})
def test_so_does_a_lesson(window: Windows, lesson: int, screen: Device) -> None:
    page = window(device=screen)
    page.goto(f"/games/summy/try/{lesson}/")

    assert box(page, "#rack")[3] <= box(page, "#actions")[1]
    assert page.locator("#rack .tile").evaluate_all(f"tiles => tiles.every({SEEN})")


@cases("width", {str(width): width for width in (390, 640, 768, 1280)}, default=["390"])
def test_the_button_of_the_conversation_covers_nothing(site: Site, window: Windows, width: int) -> None:
    screen: Device = {"viewport": {"width": width, "height": 800}}
    page = begin(site, "anna", "bob").sit_down(site, window, "sudoku", screen)
    button = box(page, "#chat > summary")

    for part in page.locator("#header > a:visible, #header .logo > :visible, #header nav").all():
        assert not overlap(button, edges(part))


@pytest.mark.thorough  # by default: test_wcag.py at 320 pixels, and every page on a phone
@cases("slug", ["summy", "tenbyten"], default=["summy"])
def test_at_400_percent_no_page_is_wider_than_the_window(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, ZOOMED)
    visitor = window(device=ZOOMED)
    pages = [(page, page.url), (page, "/lobby/"), (page, f"/games/{slug}/"), (page, "/accounts/settings/")]
    pages += [(visitor, "/"), (visitor, "/lobby/"), (visitor, f"/games/{slug}/")]

    for who, path in pages:
        who.goto(path)
        assert who.evaluate("document.documentElement.scrollWidth") <= 320, path
    page.goto(pages[0][1])
    page.locator("#rack").scroll_into_view_if_needed()
    assert page.locator("#rack .tile").first.evaluate(SEEN)
    assert page.locator("#actions").evaluate("bar => getComputedStyle(bar).position") == "relative"


@pytest.mark.thorough
def test_chips_look_alike_with_and_without_a_conversation(site: Site, window: Windows) -> None:
    with_chat = begin(site, "anna", "bob").sit_down(site, window, "tenbyten", BIG)
    without = window(device=BIG)
    without.goto("/games/tenbyten/")
    without.get_by_role("button", name="Your first match: with a guide").click()
    arrive(without)
    expect(with_chat.locator("#chat")).to_have_count(1)
    expect(without.locator("#chat")).to_have_count(0)

    chips = [page.locator("#rack .tile.chip").first.evaluate(STYLE) for page in (with_chat, without)]

    assert {name: (value, chips[1][name]) for name, value in chips[0].items() if value != chips[1][name]} == {}
    assert chips[0]["border-top-left-radius"] == "50%"


@cases("screen", {"390": PHONE, "768": TABLET, "1280": DESKTOP, "1920": BIG}, default=["390"])
def test_nothing_moves_while_tiles_are_laid(site: Site, window: Windows, screen: Device) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "sudoku", screen)
    parts = ("#board", "#rack", "#actions", VIEWER, OPPONENT)
    before = [box(page, part) for part in parts]

    page.locator("#rack .tile").click()
    page.locator("#e5").click()
    expect(page.locator("#preview.legal")).to_be_visible()

    assert [box(page, part) for part in parts] == before
    page.locator("#recall").click()


@pytest.mark.thorough
@cases("screen", {"390": PHONE, "1280": DESKTOP}, default=["390"])
def test_the_guide_leaves_the_board_its_room(window: Windows, screen: Device) -> None:
    page = window(device=screen)
    page.goto("/games/digifeud/")
    page.get_by_role("button", name="Your first match: with a guide").click()
    arrive(page)
    guide = box(page, "#guide")

    assert page.locator("#guide .advice").evaluate("one => one.scrollHeight <= one.clientHeight")  # example and all
    assert guide[3] - guide[1] <= 160
    assert box(page, "#actions")[3] <= screen["viewport"]["height"]
