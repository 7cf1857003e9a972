"""The computer's turn: played once by the job, whatever else fails."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import timedelta
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.catalogue import bots, games
from games.computers import bot_turns, jobs
from games.computers.jobs import PAUSE, Computers
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.attendance import arrive
from games.matches.play.services import end_overdue, find_match, play_move, resign, start_match
from games.matches.time.control import TimeControl
from games.rules import Position, Seat, SeededRandom, View
from games.workers import WorkerDied
from tests.bad_rows import Spoil, bad_matches, every_spoil
from tests.computers.conftest import a_moment_later
from tests.matches.conftest import legal_move

pytestmark = pytest.mark.sql


def test_it_moves_a_moment_after_it_is_its_turn_and_then_waits(match: Match) -> None:
    computers = Computers()
    with time_machine.travel(match.moved_at + PAUSE - timedelta(milliseconds=1), tick=False):
        assert computers.play_due()  # the move is being computed, or found
        assert find_match(match.pk).ply == 0
    with time_machine.travel(match.moved_at + PAUSE, tick=False):
        assert not computers.play_due()
        assert find_match(match.pk).ply == 1
    with time_machine.travel(match.moved_at + 9 * PAUSE, tick=False):
        assert not computers.play_due()
        assert find_match(match.pk).ply == 1


def test_it_answers_every_move_of_anna_until_the_end(match: Match, anna: User) -> None:
    while not (match := a_moment_later(match)).finished_at:
        assert match.player(Seat(match.to_move)) == anna
        match = play_move(match.pk, anna, match.ply + 1, legal_move(match))
    assert match.ending == Match.Ending.PLAYED


@pytest.mark.parametrize("slug", bots())
def test_computers_of_every_game_move(anna: User, computer: User, slug: str) -> None:
    options = games()[slug].options_type()
    match = start_match(
        game_slug=slug, options=options, first=computer, second=anna, time_control=TimeControl.correspondence(days=3)
    )
    assert a_moment_later(match).ply == 1


def test_it_sees_a_view_and_nothing_else(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    class Spy:
        level = 1

        def choose(self, *given: object) -> object:
            seen.extend(given)
            view = given[0]
            assert isinstance(view, View)
            return bot_turns.first_legal(match.game, view)

    monkeypatch.setitem(bots()["digifeud"], 1, Spy())
    match = a_moment_later(match)
    view, rng = seen
    position = positions.replay_uncached(match, 0).position
    assert view == match.game.view(position, position.to_move)
    assert not isinstance(view, Position)
    assert isinstance(rng, SeededRandom)
    assert match.ply == 1


def test_its_chance_is_not_that_of_the_match(match: Match) -> None:
    drawn = [rng.below(1 << 64) for rng in (bot_turns.rng_for(match), SeededRandom(bytes(match.seed), 1))]
    assert drawn[0] != drawn[1]


def test_two_matches_wait_and_one_that_fails_keeps_the_other_not(
    match: Match, anna: User, computer: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    options = games()["sudoku"].options_type()
    other = start_match(
        game_slug="sudoku",
        options=options,
        first=computer,
        second=anna,
        time_control=TimeControl.correspondence(days=3),
    )
    make = jobs.make
    monkeypatch.setattr(jobs, "make", lambda thought: 1 // (thought.match.pk == other.pk) and make(thought))
    a_moment_later(match)
    assert find_match(match.pk).ply == 0
    assert find_match(other.pk).ply == 1
    assert f"“computer turns” failed at row {match.pk}" in caplog.text


class Broken:
    """A bot that fails."""

    level = 1

    def choose(self, view: View, rng: SeededRandom) -> object:
        raise ZeroDivisionError


class Cheating:
    """A bot that makes illegal moves."""

    level = 1

    def choose(self, view: View, rng: SeededRandom) -> object:
        return games()["digifeud"].decode("a1r 9x9=81")


@pytest.mark.parametrize("bot", [Broken(), Cheating()])
def test_a_bot_that_fails_is_written_down_and_the_match_goes_on(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, bot: object
) -> None:
    monkeypatch.setitem(bots()["digifeud"], 1, bot)
    assert a_moment_later(match).ply == 1
    assert f"Computer 1 found no move in match {match.pk}, turn 1" in caplog.text


def test_a_bot_that_is_gone_holds_no_one_up(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots(), "digifeud", {})
    assert a_moment_later(match).ply == 1


def test_it_loses_nothing_on_time_when_the_whole_site_stood_still(match: Match, anna: User) -> None:
    with time_machine.travel(match.started_at + timedelta(days=30), tick=False):
        assert end_overdue() == 0
        Computers().play_due()
        assert find_match(match.pk).ply == 1
    with time_machine.travel(match.started_at + timedelta(days=60), tick=False):
        assert end_overdue() == 1  # anna does
    assert find_match(match.pk).winner == Seat.FIRST


def test_it_leaves_alone_what_is_over(match: Match, anna: User) -> None:
    computers = Computers()
    assert computers.play_due()
    resign(match.pk, anna)  # while the move was computed
    with time_machine.travel(match.moved_at + PAUSE):
        assert not computers.play_due()
    assert find_match(match.pk).ply == 0


def test_it_does_not_begin_a_live_match_alone(anna: User, computer: User) -> None:
    options = games()["digifeud"].options_type()
    match = start_match(
        game_slug="digifeud",
        options=options,
        first=computer,
        second=anna,
        time_control=TimeControl.live(minutes=5, increment=8),
    )
    assert a_moment_later(match).ply == 0
    arrive(match, Seat.SECOND)
    assert a_moment_later(match).ply == 1


def test_another_clock_may_be_quicker(match: Match) -> None:
    slow, quick = Computers(), Computers()
    slow.play_due()
    with time_machine.travel(match.moved_at + PAUSE):
        quick.play_due()
        slow.play_due()
    assert find_match(match.pk).ply == 1


def test_a_server_that_dies_while_it_thinks_loses_nothing(match: Match) -> None:
    assert Computers().play_due()  # and dies, with all moves it was having computed
    positions.clear()
    assert a_moment_later(match).ply == 1


@pytest.mark.parametrize(("deaths", "comment"), [(2, ""), (3, "Computer 1 found no move")])
def test_a_worker_that_dies_is_asked_again_but_not_for_ever(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, deaths: int, comment: str
) -> None:
    computers, begin, left = Computers(), bot_turns.begin, [WorkerDied()] * deaths

    def dying(match: Match, level: int, halvings: int) -> Future[str]:
        if not left:
            return begin(match, level, halvings)
        dead: Future[str] = Future()
        dead.set_exception(left.pop())
        return dead

    monkeypatch.setattr(bot_turns, "begin", dying)
    with time_machine.travel(match.moved_at + PAUSE):
        for _look in range(deaths + 1):
            computers.play_due()
    assert find_match(match.pk).ply == 1
    assert comment in caplog.text
    assert bool(comment) is bool(caplog.text)


def test_a_turn_whose_worker_died_is_forgotten_when_it_is_over(
    match: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead: Future[str] = Future()
    dead.set_exception(WorkerDied())
    monkeypatch.setattr(bot_turns, "begin", lambda *_turn: dead)
    computers = Computers()
    with time_machine.travel(match.moved_at + PAUSE):
        computers.play_due()
        assert [*computers._deaths] == [(match.pk, 1)]
        computers.play_due()
        assert computers._deaths[match.pk, 1] == 2
        resign(match.pk, anna)
        computers.play_due()
    assert not computers._deaths
    assert not computers._pending


def test_one_that_thinks_long_holds_up_no_one(
    match: Match, anna: User, computer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = games()["sudoku"].options_type()
    other = start_match(
        game_slug="sudoku",
        options=options,
        first=computer,
        second=anna,
        time_control=TimeControl.correspondence(days=3),
    )
    begin = bot_turns.begin
    monkeypatch.setattr(bot_turns, "begin", lambda it, *how: Future() if it == match else begin(it, *how))
    computers = Computers()
    with time_machine.travel(other.moved_at + PAUSE):
        assert computers.play_due()
    assert (find_match(match.pk).ply, find_match(other.pk).ply) == (0, 1)


def test_few_queries_however_many_matches_wait_for_people(
    match: Match, anna: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(5):
        options = games()["digifeud"].options_type()
        start_match(
            game_slug="digifeud",
            options=options,
            first=anna,
            second=bob,
            time_control=TimeControl.correspondence(days=3),
        )
    a_moment_later(match)
    with django_assert_num_queries(2):
        Computers().play_due()


@pytest.mark.django_db(transaction=True)
def test_two_clocks_at_once_make_one_move(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    Match.objects.update(moved_at=timezone.now() - PAUSE)
    ready = Barrier(4)

    def run_one() -> None:
        ready.wait()
        try:
            Computers().play_due()
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


@every_spoil
def test_a_match_that_cannot_be_replayed_keeps_no_computer_from_moving(
    match: Match, anna: User, computer: User, spoil: Spoil, caplog: pytest.LogCaptureFixture
) -> None:
    options = games()["sudoku"].options_type()
    other = start_match(
        game_slug="sudoku",
        options=options,
        first=computer,
        second=anna,
        time_control=TimeControl.correspondence(days=3),
    )
    bad = spoil(match)
    Match.objects.filter(pk=bad.pk).update(to_move=Seat.FIRST)  # it is still the computer's turn
    computers = Computers()
    with time_machine.travel(match.moved_at + 2 * PAUSE, tick=False):
        for _look in range(3):
            computers.play_due()
    assert find_match(other.pk).ply == 1
    lines = [line for line in caplog.messages if bad.pk in line]
    assert len(lines) == (0 if bad.game_slug == "vanished" else 1)


def test_the_computer_moves_behind_150_bad_matches(match: Match, anna: User, computer: User) -> None:
    bad_matches(150, computer, anna)
    computers = Computers()
    with time_machine.travel(timezone.now() + 2 * PAUSE, tick=False):
        for _look in range(3):
            computers.play_due()
    assert find_match(match.pk).ply == 1
