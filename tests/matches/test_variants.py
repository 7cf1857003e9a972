"""Variants of the same tiles: listed, chosen, and played with or without a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.matches.errors import Undecided
from games.matches.forms import SentMove
from games.matches.live.consumers import _play
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move
from games.matches.time.control import TimeControl
from games.rules import Seat, SeededRandom
from games.tenbyten.model.moves import Move
from tests.html import html_of
from tests.matches.generous import LINES

SignedIn = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
RADIO = re.compile(r'<input type="radio" [^>]*?value="([^"]*)" data-squares="([^"]*)"[^>]*?( checked)?>')
SEED = (5).to_bytes(32, "big")


def preview(browser: Client, match: Match, headers: dict[str, str] | None = None, **data: str) -> str:
    return html_of(browser.post(reverse("matches:preview", args=[match.pk]), data, headers=headers))


def test_every_way_to_play_is_offered_the_best_one_chosen(generous: Match, anna: User, signed_in: SignedIn) -> None:
    shown = preview(signed_in(anna), generous, HTMX, ply="1", placements="b2:4")
    assert RADIO.findall(shown) == [
        ("4b2 column", "b1 b2 b3", " checked"),
        ("4b2 row", "a2 b2 c2", ""),
        ("4b2", "b2", ""),
    ]
    assert 'data-text="4b2 column"' in shown
    assert "scores 4 points" in shown
    assert "scores 7 points" in shown
    assert "It takes a whole line." in shown
    assert "3 ways to play this." in shown


def test_of_two_best_ways_none_is_chosen(
    generous: Match, anna: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LINES, "row", LINES["column"])
    shown = preview(signed_in(anna), generous, HTMX, ply="1", placements="b2:4")
    assert [(text, checked) for text, _squares, checked in RADIO.findall(shown)] == [
        ("4b2 row", ""),
        ("4b2 column", ""),
        ("4b2", ""),
    ]
    assert 'data-text=""' in shown
    assert "3 ways to play this." in shown


def test_a_typed_variant_is_the_one_that_is_chosen(generous: Match, anna: User, signed_in: SignedIn) -> None:
    shown = preview(signed_in(anna), generous, HTMX, ply="1", text="4b2 row")
    assert [text for text, _squares, checked in RADIO.findall(shown) if checked] == ["4b2 row"]
    assert 'data-text="4b2 row"' in shown


def test_a_single_way_is_no_choice(match: Match, anna: User, signed_in: SignedIn) -> None:
    shown = preview(signed_in(anna), match, HTMX, ply="1", text="pass")
    assert '<fieldset id="variants" hidden></fieldset>' in shown
    assert 'data-text="pass"' in shown


def test_without_javascript_every_way_has_its_button(generous: Match, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    page = preview(browser, generous, ply="1", text="4b2")
    assert re.findall(r'name="variant" value="([^"]*)"', page) == ["4b2 column", "4b2 row", "4b2"]
    browser.post(reverse("matches:move", args=[generous.pk]), {"ply": "1", "text": "4b2", "variant": "4b2 column"})
    assert [move.text for move in find_match(generous.pk).moves.all()] == ["4b2 column"]
    assert find_match(generous.pk).first_points == 7


def test_a_move_that_names_no_way_is_asked_about_and_not_played(
    generous: Match, anna: User, signed_in: SignedIn
) -> None:
    browser = signed_in(anna)
    sent = {"ply": "1", "text": "4b2"}
    answer = browser.post(reverse("matches:move", args=[generous.pk]), sent)
    assert answer.status_code == 422
    assert re.findall(r'name="variant" value="([^"]*)"', html_of(answer)) == ["4b2 column", "4b2 row", "4b2"]
    assert find_match(generous.pk).ply == 0
    browser.post(reverse("matches:move", args=[generous.pk]), {**sent, "variant": "4b2"})
    assert [move.text for move in find_match(generous.pk).moves.all()] == ["4b2"]


def test_a_capture_is_the_default_and_to_decline_it_comes_last(
    anna: User, bob: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves, move = before_a_capture()
    monkeypatch.setattr(Match._meta.get_field("seed"), "_get_default", lambda: SEED)
    match = start_match(
        game_slug="tenbyten",
        options=games()["tenbyten"].options_type(),
        first=anna,
        second=bob,
        time_control=TimeControl.correspondence(days=3),
    )
    for number, text in enumerate(moves, 1):
        match = play_move(match.pk, match.player(Seat(match.to_move)), number, text)
    match = find_match(match.pk)
    mover = match.player(Seat(match.to_move))
    browser, ply, quiet = signed_in(mover), match.ply + 1, f"{move.chip}{move.square}"
    shown = preview(browser, match, HTMX, ply=str(ply), placements=f"{move.square}:{move.chip}")
    lines = ", ".join(f"{line.first}–{line.last}" for line in move.lines)
    # The lines and the points are seen; screen readers say the whole.
    assert re.search(f'<span aria-hidden="true">{lines} · [1-9]</span><span>[^<]* taking {lines} scores', shown)
    ways = RADIO.findall(shown)
    assert [checked for _text, _squares, checked in ways] == [" checked", *[""] * (len(ways) - 1)]
    assert ways[-1][0] == quiet
    assert "x" in ways[0][0]
    typed = RADIO.findall(preview(browser, match, HTMX, ply=str(ply), text=quiet))
    assert typed == ways
    play_move(match.pk, mover, ply, quiet)  # a computer's move is what it says
    assert find_match(match.pk).moves.filter(text=quiet).exists()


def before_a_capture() -> tuple[list[str], Move]:
    """Return moves that lead to a position with one best capture, and that capture."""
    game = games()["tenbyten"]
    position, moves = game.setup(game.options_type(), SeededRandom(SEED)), list[str]()
    while True:
        legal = list(game.legal_moves(position))
        captures = [move for move in legal if move.lines and game.judge(position, move).points]
        alone = [move for move in captures if sum(other.square == move.square for other in captures) == 1]
        if alone:
            return moves, alone[0]
        moves.append(game.encode(legal[len(legal) // 2]))
        position = game.apply(position, legal[len(legal) // 2], SeededRandom(SEED, len(moves)))


def test_the_detail_of_a_turn_is_told_after_it(generous: Match, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    page = browser.post(reverse("matches:move", args=[generous.pk]), {"ply": 1, "text": "4b2 row"}, headers=HTMX)
    assert html_of(page).count("It takes a whole line.") == 2  # the status line, and the list of turns


def test_a_preview_changes_nothing(generous: Match, anna: User, signed_in: SignedIn) -> None:
    before = positions.replay(generous).position
    preview(signed_in(anna), generous, HTMX, ply="1", placements="b2:4")
    assert positions.replay(find_match(generous.pk)).position == before


@pytest.mark.parametrize("variant", ["x" * 101, "4b2 diagonal", "<b>"])
def test_a_variant_that_is_none_gets_a_sentence(generous: Match, anna: User, signed_in: SignedIn, variant: str) -> None:
    answer = signed_in(anna).post(
        reverse("matches:move", args=[generous.pk]), {"ply": 1, "text": "4b2", "variant": variant}
    )
    assert answer.status_code == 422
    assert find_match(generous.pk).ply == 0


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.django_db(transaction=True)
def test_over_the_socket_it_is_played_only_if_it_was_chosen(generous: Match, anna: User, known: bool) -> None:
    """Both where the match is known in this process, and where it is read first."""
    for chosen in (False, True):
        match = find_match(generous.pk)
        positions.forget_match(match.pk)
        if known:
            positions.replay(match)
            positions.cache_match(match)
        sent = SentMove(1, "4b2", sure=True, chosen=chosen)
        with nullcontext() if chosen else pytest.raises(Undecided):
            async_to_sync(_play)(match.pk, anna, sent)
        assert [move.text for move in match.moves.all()] == ["4b2"] * chosen
