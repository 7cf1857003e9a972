"""A decided match is no hostage: the leader claims the win while the opponent waits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games.catalogue import games
from games.history.statistics import statistics_of
from games.matches.errors import MatchOver, NotDecided, NotPlaying
from games.matches.files.exports import as_text, transcript_of, verify
from games.matches.files.transcript import Unreadable, read
from games.matches.models import Match
from games.matches.play import positions, requests
from games.matches.play.opening import start_match
from games.matches.play.requests import claim_win, is_decided
from games.matches.play.services import find_match, play_move, resign
from games.matches.time.control import PATIENCE, PATIENCE_LIVE, TimeControl
from games.ratings.models import RatingChange
from games.rules import Seat
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on

SignedIn = Callable[[User], Client]
DAYS, LIVE = TimeControl.correspondence(days=3), TimeControl.live(minutes=90, increment=30)


def decided(first: User, second: User, control: TimeControl = DAYS, *, rated: bool = True) -> Match:
    """Return a Sudoku Duel in which the first player takes the best squares and the second plays wrong ones."""
    options = games()["sudoku"].options_type()
    terms = {"game_slug": "sudoku", "options": options, "time_control": control, "rated": rated}
    match = start_match(first=first, second=second, **terms)
    for seat in Seat if control.is_live else ():
        requests.arrive(find_match(match.pk), seat)
    match = find_match(match.pk)
    while not is_decided(match, Seat.FIRST):
        position = positions.replay(match).position
        pick = max if position.to_move is Seat.FIRST else min
        move = pick(match.game.scored_moves(position), key=lambda scored: scored[1])[0]
        mover = match.player(Seat(match.to_move))
        match = play_move(match.pk, mover, match.ply + 1, match.game.encode(move))
    return match


def test_anna_claims_the_win_after_half_a_day(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    match = decided(anna, bob)
    address, page = reverse("matches:claim", args=[match.pk]), reverse("matches:match", args=[match.pk])
    assertContains(signed_in(anna).get(page), "bob can no longer catch up.")
    for viewer in (signed_in(bob), signed_in(carl), Client()):
        assertNotContains(viewer.get(page), "catch up")
    early = signed_in(anna).post(address)
    assertContains(early, "Your opponent still has time to think.", status_code=409)
    assert 0 < int(early["Retry-After"]) <= PATIENCE.total_seconds()
    for player, refusal in ((bob, NotDecided), (carl, NotPlaying)):
        with pytest.raises(refusal):
            claim_win(match.pk, player)
    with time_machine.travel(match.moved_at + PATIENCE, tick=False):
        assert signed_in(anna).post(address).status_code == 302
        over = claim_win(match.pk, anna)
        run_jobs()
    assert (over.ending, over.winner, over.counts) == ("claimed", Seat.FIRST, True)
    assert (over.first_points, over.second_points) == (match.first_points, match.second_points)
    with pytest.raises(MatchOver):
        claim_win(match.pk, bob)
    assert RatingChange.objects.get(rating__player=anna).outcome == "won"
    assert statistics_of(anna).results[0].won == 1
    assertContains(signed_in(bob).get(page), "The lead was too big to catch up, and the win was claimed.")
    assertContains(Client().get(reverse("matches:notation", args=[match.pk])), "[Ending claimed]")
    verified = verify(transcript_of(over, None))
    assert verified.position
    assert verified.position.result
    assert verified.position.result.winner is Seat.FIRST


def test_a_file_that_says_so_of_an_undecided_match_is_refused(anna: User, bob: User) -> None:
    match = decided(anna, bob)
    with time_machine.travel(match.moved_at + PATIENCE, tick=False):
        text = as_text(claim_win(match.pk, anna), None)
    assert verify(read(text)).position
    with pytest.raises(Unreadable, match="doesn’t end the way the file says"):
        verify(read(text.replace("[Winner first]", "[Winner second]")))
    open_match = start_match(
        game_slug="sudoku", options=games()["sudoku"].options_type(), first=anna, second=bob, time_control=DAYS
    )
    resigned = as_text(resign(play_on(open_match, 2).pk, anna), None)
    with pytest.raises(Unreadable, match="doesn’t end the way the file says"):
        verify(read(resigned.replace("[Ending resigned]", "[Ending claimed]")))


def test_bobs_move_comes_first(anna: User, bob: User) -> None:
    match = decided(anna, bob)
    move = next(iter(match.game.legal_moves(positions.replay(match).position)))
    play_move(match.pk, bob, match.ply + 1, match.game.encode(move))
    with time_machine.travel(match.moved_at + PATIENCE, tick=False), pytest.raises(NotDecided):
        claim_win(match.pk, anna)


def test_live_a_minute_is_enough_and_a_match_that_may_still_turn_is_not_claimed(anna: User, bob: User) -> None:
    match = decided(anna, bob, LIVE)
    with time_machine.travel(match.moved_at + PATIENCE_LIVE + timedelta(seconds=1), tick=False):
        assert claim_win(match.pk, anna).ending == Match.Ending.CLAIMED
    open_match = start_match(
        game_slug="tenbyten", options=games()["tenbyten"].options_type(), first=bob, second=anna, time_control=DAYS
    )
    with pytest.raises(NotDecided):
        claim_win(open_match.pk, anna)


@pytest.mark.parametrize(("language", "words"), [("nl", "Winst opeisen"), ("de", "Sieg beanspruchen")])
def test_the_button_speaks_the_readers_language(
    anna: User, bob: User, signed_in: SignedIn, language: str, words: str
) -> None:
    anna.language = language
    anna.save()
    assertContains(signed_in(anna).get(reverse("matches:match", args=[decided(anna, bob).pk])), words)
