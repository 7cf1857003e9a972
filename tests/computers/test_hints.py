"""Hints in three steps, in casual matches against a computer only: the place, the tiles, the move."""

from __future__ import annotations

import re
from copy import copy
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import displays, games
from games.computers.errors import NoHint
from games.computers.jobs import COMPUTERS
from games.computers.models import Hint
from games.computers.partials import HINT
from games.computers.services import ask_hint, find_computer, hint_of, may_have_hints
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move
from games.matches.time.control import TimeControl
from tests.html import html_of
from tests.jobs.running import run_due

COSTS = "Hints cost nothing: this match is not rated."


def begun(slug: str, first: User, second: User, *, rated: bool = False) -> Match:
    """Return a match in which the first player is to move."""
    options = games()[slug].options_type()
    control = TimeControl.correspondence(days=3)
    return start_match(game_slug=slug, options=options, first=first, second=second, time_control=control, rated=rated)


def replaced(match: Match, name: str, value: object) -> Match:
    """Return a copy of the match with this field replaced."""
    other = copy(match)
    setattr(other, name, value)
    return other


def found(match: Match) -> Hint:
    """Return the hint after its job has run."""
    run_due(COMPUTERS)
    hint = hint_of(find_match(match.pk))
    assert hint
    return hint


@pytest.mark.parametrize("slug", ["digifeud", "summy", "sudoku", "tenbyten"])
def test_each_step_says_more(slug: str, anna: User, client: Client) -> None:
    match = begun(slug, anna, find_computer(1))
    client.force_login(anna)
    address = reverse("computers:hint", args=[match.pk])
    assert COSTS in html_of(client.get(reverse("matches:match", args=[match.pk])))
    assert "Where:" not in html_of(client.get(address))
    assert "The hint is being made. It costs nothing." in html_of(client.post(address, {"step": 1}, follow=True))
    hint, game = found(match), games()[slug]
    view = game.view(positions.replay(match).position, match.seat_of(anna))
    placed = displays()[slug].placements_of(view, game.decode(hint.text))
    where = html_of(client.get(address))
    assert all(str(square) in where for square, _tile in (*placed[:1], *placed[-1:]))
    assert "Which tiles:" not in where
    tiles = html_of(client.post(address, {"step": 2}, follow=True))
    assert "Which tiles:" in tiles or not placed
    assert "The move:" not in tiles
    assert "The move:" in html_of(client.post(address, {"step": 3}, follow=True))
    play_move(match.pk, anna, 1, hint.text)  # it is a legal move
    assert hint_of(find_match(match.pk)) is None


def test_steps_are_not_skipped_and_the_move_is_sought_once(anna: User) -> None:
    match = begun("digifeud", anna, find_computer(1))
    assert ask_hint(match.pk, anna, 3).step == 1
    assert ask_hint(match.pk, anna, 2).step == 1  # it is still being made
    found(match)
    assert ask_hint(match.pk, anna, 3).step == 1
    assert ask_hint(match.pk, anna, 2).step == 2
    assert ask_hint(match.pk, anna, 1).step == 2


def test_beside_the_board_a_step_is_an_answer_and_the_move_is_pushed(anna: User, client: Client) -> None:
    """The page stays; the hint goes when the computer has answered, also without another heartbeat."""
    match = begun("sudoku", anna, find_computer(1))
    client.force_login(anna)
    address, script = reverse("computers:hint", args=[match.pk]), {"HX-Request": "true"}
    assert client.post(address, {"step": 1}, headers=script).status_code == 204  # it could come after the hint
    making = HINT.of(find_match(match.pk), anna)
    assert making
    assert "The hint is being made. It costs nothing." in making.html
    text = found(match).text
    pushed = HINT.of(find_match(match.pk), anna)
    assert pushed
    assert pushed.version != making.version
    assert "Where:" in pushed.html
    assert "Tiles (free)" in pushed.html
    assert COSTS in pushed.html
    answer = client.post(address, {"step": 2}, headers=script).json()["partials"]
    assert re.match(r'<section\s+id="hint"', answer)
    assert "Which tiles:" in answer
    assert COSTS in answer
    assert "<table" not in answer
    assert "data-tiles" not in answer
    assert "data-tiles" in client.post(address, {"step": 3}, headers=script).json()["partials"]
    assert HINT.of(find_match(match.pk), None) is None
    play_move(match.pk, anna, 1, text)
    assert client.post(address, {"step": 2}, headers=script).status_code == 409
    with time_machine.travel(find_match(match.pk).moved_at + timedelta(seconds=2)):
        run_due(COMPUTERS)
    assert not Hint.objects.exists()
    ready = HINT.of(find_match(match.pk), anna)
    assert ready
    assert COSTS in ready.html


def test_a_late_hint_is_not_kept_for_another_turn(anna: User) -> None:
    match = begun("sudoku", anna, find_computer(1))
    ask_hint(match.pk, anna, 1)
    first = next(iter(games()["sudoku"].legal_moves(positions.replay(match).position)))
    play_move(match.pk, anna, 1, games()["sudoku"].encode(first))
    run_due(COMPUTERS)
    assert not Hint.objects.exclude(text="").exists()


def test_there_are_none_in_a_match_that_counts_or_has_no_turn(anna: User) -> None:
    """Also in a casual match of a league, whose last division a computer fills."""
    match = begun("digifeud", anna, find_computer(1))
    assert may_have_hints(match, anna)
    now = match.started_at
    for name, value in {"rated": True, "event_key": "x", "sealed_until": now, "finished_at": now}.items():
        assert not may_have_hints(replaced(match, name, value), anna), name


@pytest.mark.parametrize("case", ["rated", "a person", "a stranger", "the computer's turn"])
def test_there_are_none_elsewhere(case: str, anna: User, bob: User, carl: User, client: Client) -> None:
    computer = find_computer(1)
    first, second = (
        (computer, anna) if case == "the computer's turn" else (anna, bob if case == "a person" else computer)
    )
    match = begun("digifeud", first, second, rated=case == "rated")
    viewer = carl if case == "a stranger" else anna
    with pytest.raises(NoHint):
        ask_hint(match.pk, viewer, 1)
    client.force_login(viewer)
    assert client.get(reverse("computers:hint", args=[match.pk])).status_code == 302
    client.post(reverse("computers:hint", args=[match.pk]), {"step": 1})
    assert not Hint.objects.exists()
    if case != "the computer's turn":
        assert COSTS not in html_of(client.get(reverse("matches:match", args=[match.pk])))
