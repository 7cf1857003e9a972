"""The computer's turn: made by the clock, once, whatever else goes wrong."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.catalogue import bots, games
from games.computers import clock, thinking
from games.computers.clock import PAUSE, play_due, play_turn
from games.matches import positions
from games.matches.models import Match
from games.matches.services import end_overdue, find_match, play_move, resign, start_match
from games.rules import Dice, Position, Seat, View
from tests.computers.conftest import a_moment_later
from tests.matches.conftest import legal_move


def test_it_moves_a_moment_after_it_is_its_turn_and_then_waits(match: Match) -> None:
    with time_machine.travel(match.moved_at + PAUSE - timedelta(milliseconds=1), tick=False):
        assert play_due() == 0
    with time_machine.travel(match.moved_at + PAUSE, tick=False):
        assert play_due() == 1
        assert find_match(match.pk).ply == 1
    with time_machine.travel(match.moved_at + 9 * PAUSE, tick=False):
        assert play_due() == 0


def test_it_answers_every_move_of_anna_until_the_end(match: Match, anna: User) -> None:
    while not (match := a_moment_later(match)).finished_at:
        assert match.player(Seat(match.to_move)) == anna
        match = play_move(match.pk, anna, match.ply + 1, legal_move(match))
    assert match.ending == Match.Ending.PLAYED


@pytest.mark.parametrize("slug", bots())
def test_computers_of_every_game_move(anna: User, computer: User, slug: str) -> None:
    options = games()[slug].Options()
    match = start_match(game_slug=slug, options=options, first=computer, second=anna, pace=timedelta(days=3))
    assert a_moment_later(match).ply == 1


def test_it_sees_a_view_and_nothing_else(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    class Spy:
        level = 1

        def choose(self, *given: object) -> object:
            seen.extend(given)
            view = given[0]
            assert isinstance(view, View)
            return thinking.first_legal(match.game, view)

    monkeypatch.setitem(bots()["digifeud"], 1, Spy())
    match = a_moment_later(match)
    view, dice = seen
    position = positions.replay_afresh(match, 0).position
    assert view == match.game.view(position, position.to_move)
    assert not isinstance(view, Position)
    assert isinstance(dice, Dice)
    assert match.ply == 1


def test_its_chance_is_not_that_of_the_match(match: Match) -> None:
    drawn = [dice.below(1 << 64) for dice in (thinking.dice_for(match), Dice(bytes(match.seed), 1))]
    assert drawn[0] != drawn[1]


def test_two_matches_wait_and_one_that_fails_keeps_the_other_not(
    match: Match, anna: User, computer: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    options = games()["sudoku"].Options()
    other = start_match(game_slug="sudoku", options=options, first=computer, second=anna, pace=timedelta(days=3))
    answer = thinking.answer
    monkeypatch.setattr(clock, "answer", lambda match, level: 1 // (match.pk == other.pk) and answer(match, level))
    a_moment_later(match)
    assert find_match(match.pk).ply == 0
    assert find_match(other.pk).ply == 1
    assert f"A computer could not move in match {match.pk}" in caplog.text


class Broken:
    """A bot that finds nothing."""

    level = 1

    def choose(self, view: View, dice: Dice) -> object:
        raise ZeroDivisionError


class Cheating:
    """A bot whose moves are none."""

    level = 1

    def choose(self, view: View, dice: Dice) -> object:
        return games()["digifeud"].decode("a1r 9x9=81")


@pytest.mark.parametrize("bot", [Broken(), Cheating()])
def test_a_bot_that_fails_is_written_down_and_the_match_goes_on(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, bot: object
) -> None:
    monkeypatch.setitem(bots()["digifeud"], 1, bot)
    assert a_moment_later(match).ply == 1
    assert f"Computer 1 found no move in match {match.pk}, turn 1" in caplog.text


def test_a_bot_that_is_gone_holds_nobody_up(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots(), "digifeud", {})
    assert a_moment_later(match).ply == 1


def test_it_loses_nothing_on_time_when_the_whole_site_stood_still(match: Match, anna: User) -> None:
    with time_machine.travel(match.started_at + timedelta(days=30), tick=False):
        assert end_overdue() == 0
        play_due()
        assert find_match(match.pk).ply == 1
    with time_machine.travel(match.started_at + timedelta(days=60), tick=False):
        assert end_overdue() == 1  # anna does
    assert find_match(match.pk).winner == Seat.FIRST


def test_it_leaves_alone_what_is_over(match: Match, anna: User) -> None:
    levels = {match.first_id: 1}
    resign(match.pk, anna)
    play_turn(match, levels)  # it was thinking when anna resigned
    assert find_match(match.pk).ply == 0


def test_a_server_that_dies_while_it_thinks_loses_nothing(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(clock, "answer", lambda *_: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            a_moment_later(match)
    positions.forget_all()
    assert a_moment_later(match).ply == 1


def test_few_queries_however_many_matches_wait_for_people(
    match: Match, anna: User, bob: User, django_assert_num_queries: object
) -> None:
    for _ in range(5):
        options = games()["digifeud"].Options()
        start_match(game_slug="digifeud", options=options, first=anna, second=bob, pace=timedelta(days=3))
    a_moment_later(match)
    with django_assert_num_queries(2):  # type: ignore[operator]
        play_due()


@pytest.mark.django_db(transaction=True)
def test_two_clocks_at_once_make_one_move(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    Match.objects.update(moved_at=timezone.now() - PAUSE)
    ready = Barrier(4)

    def run_one() -> None:
        ready.wait()
        try:
            play_due()
        finally:
            connection.close()

    clocks = [Thread(target=run_one) for _clock in range(4)]
    for thread in clocks:
        thread.start()
    for thread in clocks:
        thread.join()
    match = find_match(match.pk)
    assert (match.ply, match.version, match.moves.count()) == (1, 1, 1)
    assert caplog.text == ""
