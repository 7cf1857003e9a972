"""Words of all languages on the narrowest phone: terms of a match, lines of a challenge, the head of the site."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import Device, small
from tests.browser.sample_matches import GAMES
from tests.browser.stories import Story, start
from tests.serving import Site
from tests.sizes import cases

NARROW: Device = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
MOST_MOVES = 1_000  # of a match
LANGUAGES = ("en", "nl", "de", "fr", "pl")
CHALLENGE = """
from accounts.models import User
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.time.control import TimeControl

terms = {{"options": games()[{slug!r}].options_type(), "time_control": TimeControl.correspondence(days=3)}}
anna, bob = (User.objects.get(username=name) for name in {names!r})
make_offer(challenger=bob, opponent=anna, kind=Offer.Kind.DIRECT, game_slug={slug!r}, rated=True, **terms)
"""
NOTICES = """
from accounts.models import User
from games.notifications.services import notify

anna, bob = (User.objects.get(username=name) for name in ({anna!r}, {bob!r}))
for key in ("1", "2"):
    notify(anna, "club-asked", key, other=bob)
"""
# Texts that leave the element, or that are cut off in it; those for screen readers only have no room anywhere.
OUTSIDE = """outer => {
    const edge = outer.getBoundingClientRect();
    const texts = document.createTreeWalker(outer, NodeFilter.SHOW_TEXT), found = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.textContent.trim() || text.parentElement.closest(".visually-hidden, .long, .voiced > :last-child"))
            continue;
        if (text.parentElement.getBoundingClientRect().width <= 1) continue; // read aloud only
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const line of range.getClientRects())
            if (line.right > edge.right + 1 || line.left < edge.left - 1) found.push(text.textContent.trim());
    }
    return found;
}"""
LINES = "all => all.map((one) => [one.clientHeight, one.scrollWidth <= one.clientWidth])"


def overlaps(page: Page, one: str, other: str) -> bool:
    """Return whether the two elements overlap."""
    return bool(
        page.evaluate(
            """([one, other]) => {
                const [a, b] = [one, other].map((each) => document.querySelector(each).getBoundingClientRect());
                return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            }""",
            [one, other],
        )
    )


@cases("slug, language", GAMES, LANGUAGES, default=["digifeud-pl"])
def test_the_terms_of_a_match_are_read_beside_its_buttons(
    site: Site, window: Windows, slug: str, language: str
) -> None:
    match, (_annas, bobs) = start(site, slug, [], rated=True)  # anna is to move: bob may give time, or cancel
    page = window(device=NARROW, locale=language)
    page.context.add_cookies([{"name": "sessionid", "value": bobs, "url": site.url}])
    page.goto(f"/matches/{match}/")

    [(height, whole)] = page.locator("#game span").evaluate_all(LINES)
    assert whole
    assert height < 30  # two lines at most
    assert page.locator("#game").evaluate(OUTSIDE) == []
    assert not overlaps(page, "#game span", "#beside_title")
    assert not overlaps(page, "#game a", "#beside_title")


@pytest.mark.thorough
@cases("language", LANGUAGES, default=["pl"])
def test_the_name_of_a_match_is_read_beside_a_visitors_button(site: Site, window: Windows, language: str) -> None:
    page = window(device=NARROW, locale=language)
    for slug in ("digifeud", "sudoku"):
        match, _sessions = start(site, slug, [])
        page.goto(f"/matches/{match}/")
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            assert not overlaps(page, "#game a", "#header .button"), (slug, width)
            assert not overlaps(page, "#game span", "#header .button"), (slug, width)


@cases("slug, language", GAMES, LANGUAGES, default=["summy-de"])
def test_a_rated_challenge_stays_in_its_card(site: Site, newcomer: Newcomers, slug: str, language: str) -> None:
    names = [f"{name}-{slug}-{language}" for name in ("anna", "bob")]
    page = newcomer(names[0], "", device=NARROW, locale=language)
    newcomer(names[1], "")
    site.manage("shell", "--verbosity", "0", "--command", CHALLENGE.format(slug=slug, names=names))
    page.goto("/lobby/")
    card = page.locator("#challenges")

    assert card.locator(".stakes").count() == 1
    assert card.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@cases("language", LANGUAGES, default=["de"])
def test_a_notification_is_read_to_its_end(site: Site, newcomer: Newcomers, language: str) -> None:
    anna, bob = (f"{name}-told-{language}" for name in ("anna", "bob"))
    page = newcomer(anna, "", device=NARROW, locale=language)
    newcomer(bob, "")
    site.manage("shell", "--verbosity", "0", "--command", NOTICES.format(anna=anna, bob=bob))
    page.goto("/notifications/")
    lines = page.locator(".notice-line > p > .muted")

    assert lines.count() == 2
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        assert [line.evaluate(OUTSIDE) for line in lines.all()] == [[], []], width


@pytest.mark.thorough  # by default: its tile of the lobby
@cases("language", LANGUAGES, default=["de"])
def test_the_name_of_a_game_stays_in_its_picture(window: Windows, language: str) -> None:
    page = window(device=NARROW, locale=language)
    page.goto("/lobby/new/")
    cards = page.locator(".pictures .card").all()

    assert len(cards) >= len(GAMES)
    assert [card.evaluate(OUTSIDE) for card in cards] == [[] for _card in cards]


@cases("language", LANGUAGES, default=["pl"])
def test_the_name_of_a_game_stays_in_its_tile_of_the_lobby(window: Windows, language: str) -> None:
    page = window(device=NARROW, locale=language)
    page.goto("/lobby/?tab=play")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        tiles = page.locator(".place .game").all()
        assert len(tiles) >= len(GAMES)
        assert [tile.evaluate(OUTSIDE) for tile in tiles] == [[] for _tile in tiles], width
        assert page.locator(".place .switch").evaluate(OUTSIDE) == [], width


@pytest.mark.thorough  # by default: its tile of the lobby
@cases("language", LANGUAGES, default=["pl"])
def test_the_name_of_a_game_stays_in_its_card_of_the_front_page(window: Windows, language: str) -> None:
    page = window(device=NARROW, locale=language)
    page.goto("/")
    cards = page.locator(".front .game").all()

    assert len(cards) >= len(GAMES)
    assert [card.evaluate(OUTSIDE) for card in cards] == [[] for _card in cards]


@cases("language", LANGUAGES, default=["de"])
def test_a_guest_has_both_ways_in_on_the_screen(window: Windows, language: str) -> None:
    page = window(device=NARROW, locale=language)
    page.goto("/puzzles/")
    for width in (320, 360, 375, 390, 412):
        page.set_viewport_size({"width": width, "height": 640})
        right = page.locator("#header .button").evaluate("button => button.getBoundingClientRect().right")
        assert right <= width - 15, width
        assert not overlaps(page, ".logo", "#header nav"), width


@pytest.mark.thorough
def test_the_head_has_the_whole_of_a_short_name(newcomer: Newcomers) -> None:
    page = newcomer("lotte", device=NARROW)
    name = page.locator("#header .menu .name")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        assert name.evaluate("one => one.offsetWidth > 1 && one.scrollWidth <= one.offsetWidth"), width
        assert not overlaps(page, ".logo", "#header nav"), width


@pytest.mark.thorough  # by default: the end on small screens in test_in_reach.py
def test_chips_and_their_word_stand_apart_at_the_end(site: Site, window: Windows) -> None:
    """On the smallest phone, beside the chips that are left."""
    match, sessions = start(site, "tenbyten", Story.begin(games()["tenbyten"], MOST_MOVES).moves)
    page = window(device=small(320, 568))
    page.context.add_cookies([{"name": "sessionid", "value": sessions[0], "url": site.url}])
    page.goto(f"/matches/{match}/")
    expect(page.locator("#scores .final-rack")).to_have_count(2)
    for seat in ("#seat-1", "#seat-2"):
        assert not overlaps(page, f"{seat} > .points", f"{seat} > .units"), seat
