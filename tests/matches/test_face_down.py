"""The second player's hand is face down until the first move, and no request reveals it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play import positions, requests
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, resign
from games.matches.play.starts import Origin
from games.matches.time.control import TimeControl
from games.rules import Position, Seat, SeededRandom
from tests.exports import export_of
from tests.html import CHANGING, html_of
from tests.matches.conftest import legal_move, play_on
from tests.matches.test_leaks import everything_sent
from tests.sizes import cases

pytestmark = pytest.mark.any_stack  # it compares pages, drawn from rows that other tests read on both stacks

SignedIn = Callable[[User], Client]
BACK = re.compile(r'<span class="back ')
TILE = re.compile(r'<button class="tile')
SLUGS = ("digifeud", "tenbyten", "sudoku", "summy")
HELD = {"digifeud": 12, "tenbyten": 2, "sudoku": 0, "summy": 8}
PROBES = {
    "digifeud": ["e7r 5+8=13", "g7r 1+1=2", "g7r ?1+1=2", "pass"],
    "tenbyten": ["1a1", "2a1", "3a1", "4a1"],
    "sudoku": ["a1", "e5", "i9"],
    "summy": ["j13r 2x3=6", "l13r 1+1=2", "swap 1", "swap ="],
}
LAID = {
    "digifeud": [["g7", "5"], ["h7", "+"]],
    "tenbyten": [["a1", "1"]],
    "sudoku": [["a1", "1"]],
    "summy": [["m12", "1"]],
}
CLOCK = re.compile(r"\d+:\d\d(?=</time>)")


def a_match(slug: str, anna: User, bob: User, *, live: bool = False) -> Match:
    """Return a match that anna begins; a live one waits for both players."""
    control = TimeControl.live(minutes=5, increment=8) if live else TimeControl.correspondence(days=3)
    options = games()[slug].options_type()
    return start_match(game_slug=slug, options=options, first=anna, second=bob, time_control=control)


def rack_of(browser: Client, match: Match) -> str:
    """Return the viewer's tiles as the page shows them."""
    page = html_of(browser.get(reverse("matches:match", args=[match.pk])))
    found = re.search(r'<div id="rack".*?</div>', page, re.DOTALL)
    assert found
    return found[0]


def all_that_bob_learns(browser: Client, match: Match, bob: User) -> Iterator[str]:
    """Yield every page and file of the match, all previews, and the export of bob's data."""
    yield from everything_sent(browser, match)
    for name in ("text", "json"):
        yield html_of(browser.get(reverse(f"matches:{name}", args=[match.pk])))
    for probe in PROBES[match.game_slug]:
        for name in ("preview", "move", "confirm"):
            asked = {"text": probe, "ply": match.ply + 1}
            for headers in ({}, {"HX-Request": "true"}):
                answer = browser.post(reverse(f"matches:{name}", args=[match.pk]), asked, headers=headers)
                yield f"{answer.status_code}{html_of(answer)}"
    laid = {"placements": json.dumps(LAID[match.game_slug])}
    yield html_of(browser.post(reverse("matches:preview", args=[match.pk]), laid, headers={"HX-Request": "true"}))
    yield json.dumps(export_of(bob), default=str)


@pytest.mark.slow
@cases("slug, live", SLUGS, {"days": False, "live": True}, default=["digifeud-days", "summy-live"])
def test_another_hand_would_not_change_a_byte_of_what_bob_gets(
    slug: str, live: bool, anna: User, bob: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, browser = a_match(slug, anna, bob, live=live), signed_in(bob)

    def learned() -> list[str]:
        positions.clear()
        return [CLOCK.sub("", CHANGING.sub("", page)) for page in all_that_bob_learns(browser, match, bob)]

    browser.get(reverse("matches:match", args=[match.pk]))  # from here on bob has opened the match
    before, true = learned(), positions.start_of

    def other(match: Match) -> Position:
        position: Position = match.game.determinize(
            match.game.view(true(match), Seat.SECOND), SeededRandom(b"another deal")
        )
        return position

    monkeypatch.setattr(positions, "start_of", other)
    assert learned() == before


@pytest.mark.parametrize("slug", SLUGS)
def test_bob_sees_how_many_tiles_he_has_and_after_annas_move_which(
    slug: str, anna: User, bob: User, signed_in: SignedIn
) -> None:
    match = a_match(slug, anna, bob)
    assert TILE.search(rack_of(signed_in(anna), match))
    closed = rack_of(signed_in(bob), match)
    assert len(BACK.findall(closed)) == HELD[slug]
    assert not TILE.search(closed)
    assert ("face down until the first move" in closed) == bool(HELD[slug])
    match = play_on(match, 1)
    opened = rack_of(signed_in(bob), match)
    assert not BACK.search(opened)
    assert len(TILE.findall(opened)) == (HELD[slug] or 1)


def test_the_tiles_come_with_the_first_move_to_a_page_that_is_open(
    match: Match, bob: User, signed_in: SignedIn
) -> None:
    browser = signed_in(bob)
    browser.get(reverse("matches:match", args=[match.pk]))
    moved = play_on(match, 1)
    news = browser.get(reverse("matches:updates", args=[match.pk]), {"version": match.version, "ply": 0}).json()
    assert news["version"] == moved.version
    assert TILE.search(html_of(news["partials"]))


def test_who_asks_ahead_is_told_that_the_tiles_lie_face_down(match: Match, bob: User, signed_in: SignedIn) -> None:
    position = positions.replay(match).position
    texts = {match.game.encode(move) for move in match.game.legal_moves(position)}
    answers = {
        signed_in(bob).post(reverse("matches:preview", args=[match.pk]), {"text": text}, headers={"HX-Request": "true"})
        for text in (min(texts), max(texts), "g7r 9x9=81")
    }
    (content,) = {answer.content for answer in answers}
    assert b"Your tiles stay face down until the first move." in content


@pytest.mark.parametrize("slug", SLUGS)
def test_while_a_live_match_gathers_anna_does_not_see_her_hand_either(
    slug: str, anna: User, bob: User, signed_in: SignedIn
) -> None:
    live = a_match(slug, anna, bob, live=True)
    closed = rack_of(signed_in(anna), live)
    assert not TILE.search(closed)
    assert "face down until the match begins" in closed
    turn = html_of(signed_in(anna).get(reverse("matches:turn", args=[live.pk, 0])))
    assert not TILE.search(turn)
    probe = {"text": legal_move(live)}
    told = signed_in(anna).post(reverse("matches:preview", args=[live.pk]), probe, headers={"HX-Request": "true"})
    assert b"face down" in told.content
    requests.arrive(find_match(live.pk), Seat.SECOND)
    assert not find_match(live.pk).is_gathering
    assert TILE.search(rack_of(signed_in(anna), live))
    assert not TILE.search(rack_of(signed_in(bob), live))


@pytest.mark.parametrize("ply", [0, 2])
@pytest.mark.parametrize("keeper", Seat)
def test_who_plays_on_from_a_match_knows_the_hand_that_is_kept(
    ply: int, keeper: Seat, match: Match, anna: User, bob: User, signed_in: SignedIn
) -> None:
    over = resign(play_on(match, 3).pk, anna)
    again = start_match(
        game_slug=over.game_slug,
        options=over.options,
        first=anna,
        second=bob,
        time_control=TimeControl.correspondence(days=3),
        origin=Origin(over, ply, keeper),
    )
    assert again.to_move == Seat.FIRST
    assert TILE.search(rack_of(signed_in(anna), again))
    assert bool(TILE.search(rack_of(signed_in(bob), again))) == (keeper is Seat.SECOND)
