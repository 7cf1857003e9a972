"""The service that plays a move: accepted and refused moves, and idempotence."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.matches.errors import MatchOver, NotPlaying, NotYourTurn, StaleMove, TimeIsUp
from games.matches.models import Match
from games.matches.play.services import find_match, play_move, resign
from games.rules import BadNotation, IllegalMove
from tests.matches.conftest import legal_move, play_on

pytestmark = pytest.mark.sql


def test_anna_moves_and_it_is_bobs_turn(match: Match, anna: User) -> None:
    text = legal_move(match)
    after = play_move(match.pk, anna, 1, text)
    stored = find_match(match.pk)
    assert (stored.ply, stored.to_move) == (1, 2)
    assert (stored.first_points, stored.second_points) == (after.first_points, 0)
    assert stored.first_points > 0
    assert [(move.ply, move.text) for move in stored.moves.all()] == [(1, text)]
    assert stored.version == match.version + 1


def test_every_move_brings_a_new_deadline(match: Match, anna: User) -> None:
    with time_machine.travel(match.started_at + timedelta(hours=50), tick=False):
        play_move(match.pk, anna, 1, legal_move(match))
        assert find_match(match.pk).deadline_at == timezone.now() + timedelta(hours=72)


def test_bob_may_not_move_when_it_is_annas_turn(match: Match, bob: User) -> None:
    with pytest.raises(NotYourTurn):
        play_move(match.pk, bob, 1, legal_move(match))
    assert find_match(match.pk).ply == 0


def test_carl_watches_and_may_not_move(match: Match, carl: User) -> None:
    with pytest.raises(NotPlaying):
        play_move(match.pk, carl, 1, legal_move(match))


@pytest.mark.parametrize("ply", [1, 2, 4, 9000])
def test_a_page_that_shows_another_position_may_not_move(match: Match, anna: User, ply: int) -> None:
    match = play_on(match, 2)
    with pytest.raises(StaleMove):
        play_move(match.pk, anna, ply, "pass")
    assert find_match(match.pk).ply == 2


def test_the_same_request_twice_plays_once_and_answers_alike(match: Match, anna: User) -> None:
    text = legal_move(match)
    first, again = (play_move(match.pk, anna, 1, text) for _time in range(2))
    assert (first.ply, first.version) == (again.ply, again.version) == (1, match.version + 1)
    assert find_match(match.pk).moves.count() == 1


def test_the_retry_of_a_lost_answer_is_fine_after_bob_has_moved(match: Match, anna: User) -> None:
    text = legal_move(match)
    play_move(match.pk, anna, 1, text)
    match = play_on(match, 1)
    assert play_move(match.pk, anna, 1, text).ply == 2


def test_the_retry_of_the_last_move_is_fine_when_the_match_is_over(match: Match, anna: User, bob: User) -> None:
    for ply in (1, 2, 3):
        play_move(match.pk, anna if ply % 2 else bob, ply, "pass")
    assert find_match(match.pk).ending == Match.Ending.PLAYED
    assert play_move(match.pk, anna, 3, "pass").ply == 3
    with pytest.raises(MatchOver):
        play_move(match.pk, bob, 4, "pass")


def test_an_illegal_move_changes_nothing_and_costs_no_turn(match: Match, anna: User) -> None:
    with pytest.raises(IllegalMove):
        play_move(match.pk, anna, 1, "a1r 5+5=10")
    with pytest.raises(BadNotation):
        play_move(match.pk, anna, 1, "hello")
    assert (find_match(match.pk).ply, find_match(match.pk).version) == (0, match.version)


def test_no_one_moves_in_a_match_that_is_over(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, bob)
    with pytest.raises(MatchOver):
        play_move(match.pk, anna, 1, legal_move(match))


def test_a_move_after_the_deadline_loses_on_time(match: Match, anna: User) -> None:
    match = play_on(match, 2)
    text = legal_move(match)
    with time_machine.travel(match.moved_at + timedelta(hours=72, seconds=1)), pytest.raises(TimeIsUp):
        play_move(match.pk, anna, 3, text)
    ended = find_match(match.pk)
    assert (ended.ending, ended.winner, ended.ply) == (Match.Ending.TIME, 2, 2)
    assert ended.first_points == 1
