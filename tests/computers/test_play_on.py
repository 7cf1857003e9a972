"""Continuing a finished match against a computer: what anna keeps, what is dealt again, what counts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import islice
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.catalogue import display_of
from games.computers.jobs import PAUSE
from games.computers.services import DOUBLE_CLICK, begin_match, find_computer, play_on
from games.history.models import Participation, Record
from games.history.services import recount
from games.history.statistics import statistics_of, totals
from games.matches.errors import StillRunning, TooManyMatches
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import find_match, play_move, resign, void_match
from games.rules import Seat
from tests.computers.conftest import a_moment_later
from tests.jobs.running import run_jobs
from tests.lobby.conftest import at_once
from tests.matches.conftest import legal_move
from tests.matches.conftest import play_on as moves_on
from tests.moves import given_up

SignedIn = Callable[[User], Client]


@pytest.fixture
def over(match: Match) -> Match:
    """Return a match that the computer began against anna, and that she resigned after six moves."""
    return resign(moves_on(match, 6).pk, match.second)


def address(match: Match, ply: int) -> str:
    return reverse("computers:play_on", args=[match.pk, ply])


def test_anna_takes_the_seat_to_move_and_the_computer_answers(over: Match, anna: User) -> None:
    again = play_on(anna, over.pk, 3, level=5)
    assert again.seat_of(anna) is Seat.SECOND is Seat(again.to_move)
    assert again.first.username == "Computer-2"
    assert not again.rated
    assert not again.is_live
    left = positions.replay_to(over, 3).position
    start = positions.replay(again).position
    assert start.scores == left.scores
    assert over.display.rack(over.game.view(start, Seat.SECOND), Seat.SECOND) == over.display.rack(
        over.game.view(left, Seat.SECOND), Seat.SECOND
    )
    play_move(again.pk, anna, 1, legal_move(again))
    assert a_moment_later(again).ply == 2


def test_who_wants_the_other_seat_waits_for_the_computers_move(over: Match, anna: User) -> None:
    again = play_on(anna, over.pk, 3, 1, Seat.FIRST)
    assert again.seat_of(anna) is Seat.FIRST
    assert again.to_move == Seat.SECOND
    with time_machine.travel(timezone.now() + PAUSE):
        assert a_moment_later(again).to_move == Seat.FIRST


def test_what_the_file_of_the_first_match_tells_is_worth_nothing_in_the_second(
    over: Match, anna: User, signed_in: SignedIn
) -> None:
    again = play_on(anna, over.pk, 2, 1)
    hidden = positions.replay(again).position
    computer, game = again.seat_of(anna), again.game
    assert computer
    view = game.view(positions.replay_to(over, 2).position, computer)
    assert game.view(dataclasses.replace(hidden, face_down=()), computer) == view
    assert display_of(game).sealed(hidden) != display_of(game).sealed(positions.replay_to(over, 2).position)
    for name in ("match", "fairness", "notation", "text", "json"):
        page = signed_in(anna).get(reverse(f"matches:{name}", args=[again.pk])).content.decode()
        assert bytes(again.seed).hex() not in page


def test_a_guest_plays_on_with_one_button_and_reads_where_it_comes_from(client: Client, over: Match) -> None:
    turn = client.get(reverse("matches:turn", args=[over.pk, 4])).content.decode()
    assert address(over, 4) in turn
    assert "Pip, to move" in turn
    answer = client.post(address(over, 4), {"level": "1", "seat": "2"})
    again = Match.objects.get(origin=over)
    assert answer["Location"] == reverse("matches:match", args=[again.pk])
    assert again.second.is_guest
    page = client.get(answer["Location"]).content.decode()
    assert f'<a href="{reverse("matches:turn", args=[over.pk, 4])}">turn 4 of Pip against anna</a>' in page
    assert "continues" not in client.get(reverse("matches:match", args=[over.pk])).content.decode()


def test_a_visitor_plays_on_where_a_variation_ends(client: Client, over: Match) -> None:
    start = positions.replay_to(over, 2).position
    line = [over.game.encode(move) for move in islice(over.game.legal_moves(start), 1)]
    variation = f"{reverse('analysis:variation', args=[over.pk, 3])}?{urlencode({'line': line[0]})}"
    answer = client.post(address(over, 2), {"level": "1", "seat": "1", "line": line})
    again = Match.objects.get(origin=over)
    after = positions.follow(over.game, start, line, 3)[-1]
    assert (again.to_move, again.first_points, again.second_points) == (after.to_move, *after.scores)
    page = client.get(answer["Location"]).content.decode()
    assert "turn 2 of Pip against anna" in page
    assert f'<a href="{variation}">1 other move</a>' in page
    people = User.objects.count()
    for wrong in (["nonsense"], line * 13):
        page = Client().post(address(over, 2), {"level": "1", "line": wrong}, follow=True).content.decode()
        assert "play on from there" in page
    assert User.objects.count() == people


def test_the_start_has_no_turn_to_name(client: Client, over: Match) -> None:
    again = client.post(address(over, 0), {"level": "1"})["Location"]
    assert "the start of Pip against anna" in client.get(again).content.decode()


def test_nothing_offers_what_cannot_be(match: Match, client: Client) -> None:
    running = moves_on(match, 3)
    turn = reverse("matches:turn", args=[running.pk, 2])
    assert "Play on from here" not in client.get(turn).content.decode()
    void = void_match(running.pk)
    assert "Play on from here" not in client.get(reverse("matches:turn", args=[void.pk, 2])).content.decode()


@pytest.mark.parametrize(
    ("ply", "data", "sentence"),
    [
        (99, {"level": "1"}, "play on from there"),
        (2, {"level": "9"}, "does not play this game"),
        (2, {"level": "x"}, "does not play this game"),
        (2, {}, "does not play this game"),
    ],
)
def test_nonsense_gets_a_sentence_and_makes_no_one_a_guest(
    over: Match, client: Client, ply: int, data: dict[str, str], sentence: str
) -> None:
    people = User.objects.count()
    page = client.post(address(over, ply), data, follow=True).content.decode()
    assert sentence in page
    assert User.objects.count() == people
    assert not Match.objects.filter(origin=over).exists()


def test_only_by_post_and_only_where_there_is_a_match(over: Match, client: Client) -> None:
    assert client.get(address(over, 2)).status_code == 302
    assert client.post(reverse("computers:play_on", args=["0123456789", 2]), {"level": "1"}).status_code == 404
    assert not Match.objects.filter(origin=over).exists()


def test_a_running_match_is_never_played_on(match: Match, anna: User) -> None:
    with pytest.raises(StillRunning):
        play_on(anna, moves_on(match, 2).pk, 1, 1)


def test_pressed_twice_it_begins_one_match_and_later_another(over: Match, anna: User) -> None:
    first = play_on(anna, over.pk, 2, 1)
    assert play_on(anna, over.pk, 2, 1) == first
    assert play_on(anna, over.pk, 3, 1) != first
    with time_machine.travel(timezone.now() + DOUBLE_CLICK):
        assert play_on(anna, over.pk, 2, 1) != first


@pytest.mark.django_db(transaction=True)
def test_eight_presses_at_once_begin_one_match(anna: User, computer: User) -> None:
    over = given_up(begin_match(anna, "sudoku", 1), anna)
    found = at_once(*[lambda: play_on(anna, over.pk, 0, 1).pk] * 8)
    assert len(set(found)) == Match.objects.filter(origin=over).count() == 1


def test_there_are_no_more_than_thirty(over: Match, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.play.starts.MOST_WITH_COMPUTERS", 1)
    play_on(anna, over.pk, 1, 1)
    with pytest.raises(TooManyMatches):
        play_on(anna, over.pk, 2, 1)


def test_it_counts_for_no_figure_and_no_record(over: Match, anna: User) -> None:
    run_jobs()
    before = list(Record.objects.order_by("pk").values()), statistics_of(anna).results
    computer = find_computer(1)
    again = moves_on(play_on(anna, over.pk, 5, 1), 6)
    again = resign(again.pk, computer)
    run_jobs()
    assert (again.winner, again.rated) == (again.seat_of(anna), False)
    assert (list(Record.objects.order_by("pk").values()), statistics_of(anna).results) == before
    assert totals(anna, computer)[-1].finished == 1  # the match that it continues
    assert [part.outcome for part in Participation.objects.filter(match=again)] == [Participation.Outcome.VOID] * 2
    recount()
    assert [part.outcome for part in Participation.objects.filter(match=again)] == [Participation.Outcome.VOID] * 2
    assert not Record.objects.filter(match=again).exists()


def test_its_curve_begins_with_the_points_it_inherits(over: Match, anna: User, client: Client) -> None:
    again = moves_on(play_on(anna, over.pk, 5, 1), 3)
    start = positions.start_of(find_match(again.pk)).scores
    assert start > (0, 0)
    page = client.get(reverse("matches:turn", args=[resign(again.pk, anna).pk, 2])).content.decode()
    turn = positions.replay(again).turns[0]
    assert str(start[turn.seat.index] + turn.points) in page
