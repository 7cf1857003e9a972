"""What lies over a match: its sheet, the chat, and the card of its end."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from games.catalogue import games
from games.tenbyten.model.position import TenByTenPosition
from tests.browser.conftest import Windows
from tests.browser.devices import SIZES, small
from tests.browser.input_methods import open_sheet
from tests.browser.reach import FITS, IN_REACH, OPEN, expect_in_reach
from tests.browser.sample_matches import begin
from tests.browser.stories import Story, sit_alone, start
from tests.browser.touch_events import Finger
from tests.browser.waiting import until
from tests.serving import Site


def swipe_down(page: Page, part: Locator) -> None:
    """Swipe from the upper edge of this part downwards."""
    place = part.bounding_box()
    assert place
    finger = Finger(page)
    finger.press(150, place["y"] + 10)
    finger.move(155, place["y"] + 150)
    finger.lift()


def test_nothing_sticks_for_spectators_and_after_the_end(site: Site, window: Windows) -> None:
    match, (session, _other) = start(site, "digifeud", [])
    carl, anna = window(device=small(390, 664)), window(device=small(390, 664))
    anna.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    for page in (carl, anna):
        page.goto(f"/matches/{match}/")
    expect(carl.locator("#board")).to_be_visible()
    expect(carl.locator("#controls")).to_have_count(0)
    open_sheet(anna)
    anna.get_by_role("button", name="Cancel match").click()
    anna.locator("#question [value=yes]").click()
    expect(anna.locator("#match_view")).to_have_attribute("data-turn", "over")
    expect(anna.locator("#controls")).to_have_count(0)


def test_the_card_of_the_end_is_whole_and_swiped_away(site: Site, window: Windows) -> None:
    match, sessions = start(site, "digifeud", Story.begin(games()["digifeud"], 2).moves)
    anna, bob = (window(device=small(390, 664), locale="de") for _session in sessions)
    for page, session in zip((anna, bob), sessions, strict=True):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(f"/matches/{match}/")
    open_sheet(anna)
    anna.locator(".resigns button").click()
    anna.locator("#question [value=yes]").click()
    card = anna.locator("#end")
    for is_asked in (False, True):
        if is_asked:
            bob.locator("#rematch .primary").click()
            expect(anna.locator("#rematch-asked")).to_be_visible()
        for width, height in SIZES:
            anna.set_viewport_size({"width": width, "height": height})
            expect(card).to_be_in_viewport(ratio=1)
            assert card.evaluate(FITS), (width, height, is_asked)
    anna.set_viewport_size({"width": 390, "height": 664})
    anna.get_by_role("button", name="Analyse").click()
    sheet = anna.locator("#analysis_sheet")
    expect(sheet.locator("#analysis, #analysis-progress").first).to_be_visible()
    swipe_down(anna, sheet.locator(".handle"))
    expect(sheet).to_be_hidden()
    expect(card).to_have_css("position", "absolute")
    swipe_down(anna, card)
    expect(card).to_have_css("position", "static")


def test_the_sheet_holds_what_is_rare_and_is_swiped_away(site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", small(390, 664))
    sheet = page.locator("#more")
    expect(sheet).to_be_hidden()
    open_sheet(page)
    for part in ("#turns", "#about > summary"):
        expect(sheet.locator(part)).to_be_visible()
    expect(sheet.get_by_role("button", name="Cancel match")).to_be_in_viewport(ratio=1)
    sheet.locator("#about > summary").click()
    expect(page.locator("#about")).to_be_in_viewport(ratio=1)
    for part in ("#turns", "#resign"):
        expect(sheet.locator(part)).to_be_hidden()
    swipe_down(page, page.locator("#more > .handle"))
    expect(sheet).to_be_hidden()
    expect_in_reach(page, "the sheet is closed")

    open_sheet(page)
    expect(sheet.locator("#turns")).to_be_visible()  # again
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    open_sheet(page)
    page.mouse.click(100, 65)  # on the opponent's name, which leads to another page
    expect(sheet).to_be_hidden()
    expect(page.locator("#board")).to_be_visible()

    page.set_viewport_size({"width": 667, "height": 375})
    open_sheet(page)
    expect(sheet.get_by_role("button", name="Cancel match")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#more_open")).to_be_hidden()
    expect(page.get_by_role("button", name="Cancel match")).to_be_visible()


def test_the_chat_of_the_smallest_phone_shows_three_lines(site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", small(320, 568))
    page.locator("#chat > summary").click()
    expect(page.locator("#chat .drawer")).to_be_in_viewport(ratio=1)
    assert page.locator("#chat_messages").evaluate("one => one.clientHeight") > 3 * 16 * 1.3


def test_the_end_of_a_game_lies_over_the_turns_of_a_desk(site: Site, window: Windows) -> None:
    """In a match of several games; what plays the next one stays in sight."""
    story = Story.begin(games()["tenbyten"], 0)
    while isinstance(position := story.position, TenByTenPosition) and position.public.number == 1:
        story.play(story.choice())
    page = sit_alone(site, window, "tenbyten", story.moves)
    # Where the page takes its time, the end comes into its place after the page was shown.
    until(
        page,
        """() => {
          const [over, turns] = ["interlude", "turns"].map((id) => document.getElementById(id).getBoundingClientRect());
          return over.height && over.top <= turns.top + 1 && over.bottom >= turns.bottom - 1;
        }""",
    )
    shown = f"[...document.querySelectorAll('{IN_REACH}, #next')].filter((one) => one.offsetParent)"  # or Next turn
    until(page, f"() => ({OPEN})({shown}).every(Boolean)")
