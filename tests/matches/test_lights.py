"""Lights and places: what the server tells a player who chooses, and what it keeps from all others."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import display_of, games
from games.matches.errors import RulesGone
from games.matches.forms import LightsForm
from games.matches.models import Match
from games.matches.pages.previews import answer_lights
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.positions import Replay
from games.matches.play.services import find_match, resign
from games.matches.time.control import TimeControl
from games.rules import Seat, SeededRandom
from tests.html import html_of
from tests.matches.conftest import legal_move, play_on
from tests.sizes import cases

SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
OTHER_WORLD = SeededRandom(b"another deal".ljust(32))
SLUGS = ["digifeud", "sudoku", "summy", "tenbyten"]


def begin(anna: User, bob: User, slug: str, plies: int = 0, *, rated: bool = False) -> Match:
    options, control = games()[slug].options_type(), TimeControl.correspondence(days=3)
    match = start_match(game_slug=slug, options=options, first=anna, second=bob, time_control=control, rated=rated)
    return find_match(play_on(match, plies).pk)


def lights(match: Match, seat: Seat | None, **asked: str) -> dict[str, str]:
    return answer_lights(match, seat, LightsForm(asked))


def test_anna_picks_an_equals_sign_and_sees_where_it_can_lie(anna: User, bob: User) -> None:
    match = begin(anna, bob, "digifeud")
    told = lights(match, Seat.FIRST, tile="=")
    assert set(told) == {"fits"}
    assert "h7" in told["fits"].split()
    assert "a1" not in told["fits"].split()


def test_a_dragged_tile_is_no_hindrance_to_itself(anna: User, bob: User) -> None:
    """Its squares stay as they were, also the one below it."""
    match = begin(anna, bob, "digifeud", plies=2)
    rack = match.display.rack(match.game.view(positions.current(match), Seat.FIRST), Seat.FIRST) or ()
    tile = next(tile.face for tile in rack if lights(match, Seat.FIRST, tile=tile.face).get("fits"))
    fits = lights(match, Seat.FIRST, tile=tile)["fits"].split()
    for square in fits[:3]:
        assert {*fits} <= {*lights(match, Seat.FIRST, tile=tile, square=square)["fits"].split()}


def test_bob_sees_nothing_while_his_tiles_lie_face_down(anna: User, bob: User) -> None:
    match = begin(anna, bob, "digifeud")
    assert all(lights(match, Seat.SECOND, tile=tile) == {} for tile in "0123456789+-x=?")


def test_bob_may_plan_ahead_on_annas_turn(anna: User, bob: User) -> None:
    match = begin(anna, bob, "digifeud", plies=2)
    assert match.to_move == Seat.FIRST
    assert "fits" in lights(match, Seat.SECOND, tile="=")


def test_a_page_without_a_socket_asks_by_http(
    anna: User, bob: User, carl: User, match: Match, signed_in: SignedIn
) -> None:
    match = play_on(match, 2)
    address = reverse("matches:lights", args=[match.pk])
    for player, seat in ((anna, Seat.FIRST), (bob, Seat.SECOND), (carl, None)):
        told = signed_in(player).get(address, {"tile": "="}).json()
        assert told == lights(find_match(match.pk), seat, tile="=")
    assert Client().get(address, {"tile": "="}).json() == {}


def test_carl_watches_in_the_dark(anna: User, bob: User) -> None:
    match = begin(anna, bob, "sudoku")
    assert lights(match, Seat.FIRST, square="e5")["line"]
    assert lights(match, None, square="e5") == {}


def test_after_the_end_nothing_lights_up(anna: User, bob: User) -> None:
    match = begin(anna, bob, "sudoku", plies=2)
    resign(match.pk, anna)
    assert lights(find_match(match.pk), Seat.SECOND, square="e5") == {}


@pytest.mark.parametrize("asked", [{"square": "z99"}, {"square": "💥"}, {"tile": "12345"}, {"placements": "💥:5"}, {}])
@pytest.mark.parametrize("slug", SLUGS)
def test_garbage_lights_nothing(anna: User, bob: User, slug: str, asked: dict[str, str]) -> None:
    assert lights(begin(anna, bob, slug), Seat.FIRST, **asked) == {}


@cases("slug, seat", SLUGS, {seat.name: seat for seat in Seat})
def test_no_light_and_no_place_depends_on_what_is_hidden(
    anna: User, bob: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch, slug: str, seat: Seat
) -> None:
    match = begin(anna, bob, slug, plies=6)
    game, real = match.game, positions.replay
    questions = [
        *({"tile": tile} for tile in "0123456789+-x/:=?"),
        *({"tile": tile, "square": square} for tile in "123" for square in ("a1", "c3", "e4", "g7")),
        *({"square": square} for square in ("a1", "c3", "e5", "g7", "m13")),
        {"placements": "c3:2"},
        {"tile": "=", "placements": "g7:2"},
    ]
    browser = signed_in(match.player(seat))
    sums = ("1+1=2", "2+3=5", "2x3=6", "5-4=1")

    def told() -> list[object]:
        url = reverse("matches:preview", args=[match.pk])
        places = [html_of(browser.post(url, {"ply": "7", "text": text}, headers=HTMX)) for text in sums]
        return [*(lights(match, seat, **asked) for asked in questions), *places]

    before = told()

    def swapped(known: Replay) -> Replay:
        return replace(known, position=game.determinize(game.view(known.position, seat), OTHER_WORLD))

    assert swapped(real(match)).position != real(match).position
    monkeypatch.setattr(positions, "replay", lambda match: swapped(real(match)))
    assert told() == before
    assert any(before)


# Places of a typed sum


def typed(browser: Client, match: Match, text: str, headers: dict[str, str] | None = None) -> str:
    url = reverse("matches:preview", args=[match.pk])
    return html_of(browser.post(url, {"ply": str(match.ply + 1), "text": text}, headers=headers))


def test_a_typed_sum_shows_every_place_with_its_points_and_none_is_chosen(
    anna: User, bob: User, signed_in: SignedIn
) -> None:
    match = begin(anna, bob, "digifeud")
    text = legal_move(match).partition(" ")[2]
    position = positions.replay(match).position
    fitting = {
        match.game.encode(move): points
        for move, points in match.game.scored_moves(position)
        if match.game.encode(move).endswith(f" {text}")
    }
    assert len(fitting) > 1
    shown = typed(signed_in(anna), match, text, HTMX)
    radios = re.findall(r'<input type="radio" name="variant"[^>]*? value="([^"]*)"[^>]*? data-points="(\d+)"', shown)
    assert {move: int(points) for move, points in radios} == fitting
    assert f"{len(fitting)} places. Choose one:" in shown
    assert " checked" not in shown
    assert 'data-text=""' in shown


def test_without_javascript_every_place_has_its_button(anna: User, bob: User, signed_in: SignedIn) -> None:
    match = begin(anna, bob, "digifeud")
    text = legal_move(match).partition(" ")[2]
    browser = signed_in(anna)
    page = typed(browser, match, text)
    place = re.findall(r'name="variant" value="([^"]*)"', page)[-1]
    browser.post(reverse("matches:move", args=[match.pk]), {"ply": "1", "text": text, "variant": place})
    assert [move.text for move in find_match(match.pk).moves.all()] == [place]


def test_a_sum_with_a_single_place_can_be_played_at_once(anna: User, bob: User, signed_in: SignedIn) -> None:
    match = begin(anna, bob, "digifeud", plies=2)
    game, position = match.game, positions.replay(match).position
    view = game.view(position, Seat.FIRST)
    texts = {game.encode(move).partition(" ")[2].replace("?", "") for move in game.legal_moves(position)}
    single = next(text for text in sorted(texts) if len(display_of(game).moves_making(view, text) or ()) == 1)
    shown = typed(signed_in(anna), match, single, HTMX)
    (move,) = display_of(game).moves_making(view, single) or ()
    assert f'data-text="{game.encode(move)}"' in shown
    assert 'class="legal"' in shown


@pytest.mark.parametrize("slug", ["digifeud", "summy"])
def test_a_false_sum_is_told_what_it_is(slug: str, anna: User, bob: User, signed_in: SignedIn) -> None:
    match, hers = begin(anna, bob, slug), signed_in(anna)
    for form in ({}, HTMX):
        assert "5 + 8 is 13" in typed(hers, match, "5+8=14", form)
    sent = {"ply": "1", "text": "5+8=14"}
    assert "5 + 8 is 13" in html_of(hers.post(f"/matches/{match.pk}/move/", sent))


def test_games_without_a_keypad_read_a_move_as_before(anna: User, bob: User, signed_in: SignedIn) -> None:
    assert "Write the square" in typed(signed_in(anna), begin(anna, bob, "sudoku"), "5+8=13", HTMX)


# What the page and the socket say


def test_a_rated_match_says_what_helps_to_choose_and_what_is_on(anna: User, bob: User, signed_in: SignedIn) -> None:
    match = begin(anna, bob, "digifeud")
    bob.lights = bob.keypad = False
    bob.save()
    url = reverse("matches:match", args=[match.pk])
    hers, his, theirs = (html_of(browser.get(url)) for browser in (signed_in(anna), signed_in(bob), Client()))
    for page in (hers, his, theirs):
        assert "These light up while you choose: the squares where you can use a tile or a number." in page
        assert "The same for both players." in page
    assert 'data-lights="on"' in hers
    assert 'data-keypad="on"' in hers
    assert 'data-lights="off"' in his
    assert 'data-keypad="off"' in his
    assert "data-lights" not in theirs
    assert 'class="off"' not in theirs


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        ("digifeud", "Both players: squares light up, and there is a keypad for sums."),
        ("sudoku", "Both players: squares light up."),
        ("summy", "Both players: squares light up, and there is a keypad for sums."),
        ("tenbyten", "Both players: squares light up."),
    ],
)
def test_before_a_rated_match_begins_its_status_says_what_helps(
    anna: User, bob: User, signed_in: SignedIn, slug: str, told: str
) -> None:
    rated, casual, begun = (
        begin(anna, bob, slug, rated=True),
        begin(anna, bob, slug),
        begin(anna, bob, slug, 1, rated=True),
    )
    said = [
        told in html_of(signed_in(anna).get(reverse("matches:match", args=[match.pk])))
        for match in (rated, casual, begun)
    ]
    assert said == [True, False, False]


def test_a_game_without_help_says_nothing(match: Match, generous: Match, anna: User, signed_in: SignedIn) -> None:
    page = html_of(signed_in(anna).get(reverse("matches:match", args=[generous.pk])))
    assert 'id="helps"' not in page
    assert "data-lights" not in page


@pytest.mark.parametrize(("operators", "keys"), [("+-", "1234567890+-="), ("+-x/", "1234567890+-x/=")])
def test_the_keys_are_those_of_the_options(operators: str, keys: str) -> None:
    game = games()["digifeud"]
    assert display_of(game).keypad(game.options_type.read({"directions": "2", "operators": operators})) == keys


def test_a_match_whose_rules_are_gone_lights_nothing(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(anna, bob, "sudoku")

    def gone(_match: Match) -> Replay:
        raise RulesGone

    monkeypatch.setattr(positions, "replay", gone)
    assert lights(match, Seat.FIRST, square="e5") == {}
