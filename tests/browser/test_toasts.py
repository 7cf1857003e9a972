"""Toasts go in time or when they are closed, and lie over nothing that a player needs."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.alone import Alone
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import BIG, DESKTOP, PHONE, TABLET, Device, small
from tests.browser.reach import FITS
from tests.browser.sample_matches import begin
from tests.browser.test_layout import OPPONENT, VIEWER, box, edges, overlap
from tests.serving import Site
from tests.sizes import cases

SCREENS = {
    "390": PHONE, "390x664": small(390, 664), "320": small(320, 568), "740": small(740, 360), "768": TABLET,
    "1280": DESKTOP, "1920": BIG,
}  # fmt: skip
WIDE = (TABLET, DESKTOP, BIG)


def test_a_call_that_was_closed_does_not_come_back(alone: Alone) -> None:
    page = alone("news", "<i id=my_turns></i><div id=toasts></div>")
    page.evaluate("() => { window.calls = 0; document.addEventListener('called', () => { calls += 1; }); }")
    for match, shown, calls in (("a", True, 1), ("a", False, 1), ("b", True, 2)):
        page.evaluate(
            """match => {
              const until = Date.now() + 5000;
              document.getElementById("toasts").innerHTML = `<p id=call class="news stays" data-until=${until}>
                <a href="/matches/${match}/">Match ${match}</a><button>Close</button></p>`;
              module.showNews();
            }""",
            match,
        )
        assert (page.locator("#call").is_visible(), page.evaluate("calls")) == (shown, calls)
        assert page.title() == ("🔔 Match " + match + " · Alone" if shown else "Alone")
        if match == "a" and shown:
            page.locator("#call button").dispatch_event("click")
    page.clock.run_for(5_100)
    assert (page.locator("#call").count(), page.title()) == (0, "Alone")


def test_a_toast_goes_in_time_or_when_it_is_closed_but_not_from_under_the_pointer(alone: Alone) -> None:
    page = alone("news", "<i id=my_turns></i><i id=question data-close=Close></i><div id=toasts></div>")
    toast = page.locator("#toasts > .news")
    say = """() => {
      document.getElementById("toasts").innerHTML = "<p class=news><a href='/matches/a/'>dora moved</a></p>";
      module.showNews();
    }"""
    page.evaluate(say)
    page.clock.run_for(4_900)
    expect(toast).to_have_text("dora moved")
    page.clock.run_for(200)
    assert toast.count() == 0

    page.evaluate(say)
    page.get_by_role("button", name="Close").dispatch_event("click")
    assert toast.count() == 0

    page.evaluate(say)
    toast.get_by_role("link").focus()
    page.clock.run_for(20_000)
    assert toast.count() == 1
    toast.get_by_role("link").blur()
    page.clock.run_for(1_000)
    assert toast.count() == 0


@cases("screen", SCREENS, default=["390", "1280"])
def test_a_message_lies_over_nothing_of_the_match_nor_the_chat(site: Site, window: Windows, screen: Device) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "tenbyten", screen)
    page.locator("#my_turns").evaluate("one => { one.hidden = false; one.querySelector('b').textContent = '12'; }")
    words = "Your event begins in 5 minutes: the arena of the Tile Turners, in which all of 10 BY 10 play for an hour."
    page.locator("#toasts").evaluate(
        """(place, words) => {
          place.innerHTML = `<p class=toast>Before</p><p class=toast><a href=/>${words}</a><button></button></p>`;
        }""",
        words,
    )
    message = box(page, "#toasts > .toast:visible")
    parts = ["#my_turns", "#rack", "#actions", "#status", OPPONENT, VIEWER, "#chat > summary"]
    parts += ["#header nav", "#beside_title"] if screen in WIDE else ["#back", "#more_open"]

    assert message[3] > message[1]
    shown = {part: box(page, part) for part in parts}
    assert {part: where for part, where in shown.items() if overlap(message, where)} == {}, message
    page.locator("#chat > summary").click()
    assert not any(overlap(message, box(page, part)) for part in ("#chat_messages", "#chat_say"))


@cases("language", ["en", "nl", "de", "fr", "pl"], default=["fr"])
def test_news_in_the_lobby_lie_beside_the_ways_in_its_head(newcomer: Newcomers, language: str) -> None:
    page = newcomer(f"wanda-who-wanders-{language}", locale=language)
    page.locator("#my_turns").evaluate("one => { one.hidden = false; one.querySelector('b').textContent = '12'; }")
    for screen in SCREENS.values():
        page.set_viewport_size(screen["viewport"])
        for kind in ("news stays", "news"):
            page.locator("#toasts").evaluate(
                """(place, kind) => {
                  place.innerHTML = `<p class="toast ${kind}"><a href=/>carl challenges you</a><button></button></p>`;
                }""",
                kind,
            )
            toast, ways = box(page, "#toasts > .toast"), page.locator("#header nav > :visible")
            assert [way.inner_text() for way in ways.all() if overlap(toast, edges(way))] == [], (screen, kind)
            assert toast[0] >= 0, screen
            assert toast[3] <= box(page, "#header")[3] + 1, screen
            assert page.locator("#toasts a").evaluate(FITS), screen
