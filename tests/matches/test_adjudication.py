"""Matches that are open when their event is over: proof, else the points decide."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games.catalogue import games
from games.matches.files.exports import transcript_of, verify
from games.matches.files.transcript import read
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.adjudication import adjudicate
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, offer_rematch, resign
from games.matches.time.reserve import Reserve
from games.ratings.models import Rating
from games.rules import Seat
from tests.matches.conftest import play_on

GAMES = ["digifeud", "sudoku", "summy", "tenbyten"]


def event_match(anna: User, bob: User, slug: str = "digifeud") -> Match:
    options, control = games()[slug].options_type(), Reserve.of(hours=24, reserve=72)
    return start_match(
        game_slug=slug, options=options, first=anna, second=bob, time_control=control, rated=True, event_key="abc"
    )


@pytest.mark.parametrize("slug", GAMES)
def test_the_points_decide_and_change_no_rating(anna: User, bob: User, slug: str) -> None:
    match = adjudicate(play_on(event_match(anna, bob, slug), 5).pk)
    assert (match.ended, match.counts, match.deadline_at) == (Match.Ending.JUDGED, False, None)
    first, second = match.tallies[0] if match.tallies else (match.first_points, match.second_points)
    assert match.winner == (None if first == second else Seat.FIRST if first > second else Seat.SECOND)
    assert adjudicate(match.pk).finished_at == match.finished_at
    assert not Rating.objects.exists()
    assert verify(read(transcript_of(find_match(match.pk), None).text)).position


def test_a_proven_win_counts(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_on(event_match(anna, bob, "sudoku"), 4)
    monkeypatch.setattr(type(match.game), "bounds", lambda _game, _view: (-1000, -1000))
    waiting = Seat(match.to_move).other
    view = match.game.view(positions.replay(match).position, waiting)
    match = adjudicate(match.pk)
    leads = view.scores[waiting.index] > view.scores[waiting.other.index]
    assert match.counts == leads
    assert (match.winner == waiting) == leads


def test_a_match_of_an_event_is_resigned_and_not_cancelled(anna: User, bob: User) -> None:
    match = resign(event_match(anna, bob).pk, anna)
    assert (match.ended, match.winner, match.counts) == (Match.Ending.RESIGNED, Seat.SECOND, False)


def test_its_page_says_resign_and_not_cancel(anna: User, bob: User, signed_in: Callable[[User], Client]) -> None:
    match, browser = event_match(anna, bob), signed_in(anna)
    assertNotContains(browser.get(f"/matches/{match.pk}/"), "Cancel match")
    assertContains(browser.get(f"/matches/{match.pk}/resign/"), "You will lose this match.")


def test_a_rematch_of_it_is_casual_and_of_no_event(anna: User, bob: User) -> None:
    match = resign(play_on(event_match(anna, bob), 2).pk, anna)
    offer_rematch(match.pk, anna)
    again = offer_rematch(match.pk, bob)
    assert again
    assert (again.rated, again.event_key) == (False, "")
