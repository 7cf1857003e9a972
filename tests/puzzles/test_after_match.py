"""The end of a match leads to a puzzle from that match once there is one, until then to today's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.matches.models import Match
from games.matches.play.services import resign
from games.puzzles.models import Puzzle, Source
from games.puzzles.partials import WAY
from games.puzzles.services import stock
from games.puzzles.services.solving import give_up
from tests.bad_rows import Spoil, every_spoil
from tests.html import html_of
from tests.matches.conftest import match, play_on
from tests.puzzles.conftest import make_puzzle
from tests.sizes import cases

__all__ = ["match"]
SignedIn = Callable[[User], Client]


@cases("state", Puzzle.State.values, default=["offered", "withheld"])
def test_the_card_leads_to_a_puzzle_from_the_match_if_it_is_offered(match: Match, anna: User, state: str) -> None:
    match = resign(play_on(match, 4).pk, anna)
    path = reverse("matches:match", args=[match.pk])
    assert reverse("puzzles:daily", args=[match.game_slug]) in html_of(Client().get(path))
    source = Source.objects.create(match=match, game_slug=match.game_slug)
    puzzle = make_puzzle()
    Puzzle.objects.filter(pk=puzzle.pk).update(source=source, state=state)
    page = html_of(Client().get(path))
    is_offered = state == Puzzle.State.OFFERED
    assert (reverse("puzzles:puzzle", args=[puzzle.pk]) in page) is is_offered
    assert ("Puzzle from this match" in page) is is_offered


@pytest.mark.parametrize("passes", [True, False])
def test_open_pages_of_the_match_are_told_of_a_puzzle_that_has_been_verified(
    match: Match,
    anna: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    *,
    passes: bool,
) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(stock, "announce_live_partial", lambda *what: told.append(what))
    monkeypatch.setattr(stock, "run", lambda *_work: 7.0 if passes else None)
    assert WAY.of(match, anna) is None  # it goes on
    match = resign(play_on(match, 4).pk, anna)
    before = WAY.of(match, anna)
    puzzle = make_puzzle(state=Puzzle.State.UNCHECKED)
    Puzzle.objects.filter(pk=puzzle.pk).update(source=Source.objects.create(match=match, game_slug=match.game_slug))
    with django_capture_on_commit_callbacks(execute=True):
        assert stock.check(Puzzle.objects.get()) is passes
    after = WAY.of(match, anna)
    assert told == ([(match.pk, stock.OF_MATCH)] if passes else [])
    assert before
    assert after
    assert (before.version != after.version) is passes
    assert (reverse("puzzles:puzzle", args=[puzzle.pk]) in after.html) is passes


@every_spoil
def test_a_puzzle_outlives_a_match_that_cannot_be_replayed(
    match: Match, anna: User, carl: User, signed_in: SignedIn, spoil: Spoil
) -> None:
    match = resign(play_on(match, 6).pk, anna)
    puzzle = make_puzzle()
    Puzzle.objects.filter(pk=puzzle.pk).update(source=Source.objects.create(match=match, game_slug=match.game_slug))
    give_up(puzzle, carl)
    path = reverse("puzzles:puzzle", args=[puzzle.pk])
    assert "From a match between anna and bob" in html_of(signed_in(carl).get(path))
    spoil(match)
    assert signed_in(carl).get(path).status_code == 200


def test_the_card_shows_the_board_of_the_best_turn(match: Match, anna: User) -> None:
    match = resign(play_on(match, 4).pk, anna)
    page = html_of(Client().get(reverse("matches:match", args=[match.pk])))
    pictures = [reverse("history:picture", args=[match.pk, ply]) for ply in range(1, 5)]
    (shown,) = [path for path in pictures if f'src="{path}"' in page]
    assert Client().get(shown).headers["Content-Type"] == "image/svg+xml"
