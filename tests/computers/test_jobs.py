"""The computer's turn: played once by the job, whatever else fails."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime, timedelta
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.catalogue import bots, games
from games.computers import jobs
from games.computers.jobs import COMPUTERS, LEASE, PAUSE, TURN
from games.jobs.hooks import Outside
from games.jobs.models import Job
from games.jobs.runner import complete, run_batch
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.requests import arrive
from games.matches.play.services import end_overdue, find_match, play_move, resign
from games.matches.time.control import TimeControl
from games.rules import Position, Seat, SeededRandom, View
from games.workers import PoolClosed, WorkerDied
from tests.bad_rows import Spoil, bad_matches, every_spoil
from tests.computers.conftest import a_moment_later
from tests.jobs.running import run_due
from tests.matches.conftest import legal_move
from tests.sizes import examples

pytestmark = pytest.mark.sql

BAD = examples(60, 150)  # more than a batch


def run_turns(now: datetime | None = None) -> int:
    return run_due(COMPUTERS, now=now)


def test_its_turn_is_a_job_that_is_done_once(match: Match) -> None:
    assert run_turns() == 1
    assert find_match(match.pk).ply == 1
    assert run_turns() == 0
    assert not Job.objects.filter(kind=TURN).exists()


def test_its_move_is_played_a_moment_after_that_of_its_opponent(match: Match) -> None:
    held: list[Outside] = []
    run_batch(COMPUTERS, hold=lambda _job, outside: held.append(outside))
    assert [outside.not_before for outside in held] == [match.moved_at + PAUSE]
    assert find_match(match.pk).ply == 0


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
            return next(match.game.legal_moves(match.game.determinize(view, SeededRandom(b"any"))))

    monkeypatch.setitem(bots()["digifeud"], 1, Spy())
    match = a_moment_later(match)
    view, rng = seen
    position = positions.replay_uncached(match, 0).position
    assert view == match.game.view(position, position.to_move)
    assert not isinstance(view, Position)
    assert isinstance(rng, SeededRandom)
    assert match.ply == 1


def test_its_chance_is_not_that_of_the_match(match: Match) -> None:
    drawn = [rng.below(1 << 64) for rng in (jobs.rng_for(match), SeededRandom(bytes(match.seed), 1))]
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
    checked = jobs.checked
    monkeypatch.setattr(jobs, "checked", lambda one, *how: 1 // (one.pk == other.pk) and checked(one, *how))
    a_moment_later(match)
    assert find_match(match.pk).ply == 0
    assert find_match(other.pk).ply == 1
    assert f"“{TURN}” failed at row {match.pk}" in caplog.text


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
        run_turns()
        assert find_match(match.pk).ply == 1
    with time_machine.travel(match.started_at + timedelta(days=60), tick=False):
        assert end_overdue() == 1  # anna does
    assert find_match(match.pk).winner == Seat.FIRST


def test_it_leaves_alone_what_is_over(match: Match, anna: User) -> None:
    held: list[tuple[Job, Outside]] = []
    run_batch(COMPUTERS, hold=lambda *one: held.append(one))
    resign(match.pk, anna)  # while the move was computed
    complete(*held[0])
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


def test_another_scheduler_may_be_quicker(match: Match) -> None:
    held: list[tuple[Job, Outside]] = []
    run_batch(COMPUTERS, hold=lambda *one: held.append(one))
    Job.objects.update(leased_until=timezone.now())  # as if this process hung
    run_turns()
    complete(*held[0])
    assert find_match(match.pk).ply == 1
    assert not Job.objects.filter(kind=TURN).exists()


def test_a_server_that_dies_while_it_thinks_loses_nothing(match: Match) -> None:
    run_batch(COMPUTERS, hold=lambda _job, _outside: None)  # and dies, with all moves it was having computed
    positions.clear()
    assert run_turns() == 0
    assert run_turns(timezone.now() + LEASE) == 1
    assert find_match(match.pk).ply == 1


@pytest.mark.parametrize(("deaths", "comment"), [(2, ""), (3, "Computer 1 found no move")])
def test_a_worker_that_dies_is_asked_again_but_not_for_ever(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, deaths: int, comment: str
) -> None:
    begin, left = jobs.begin, [WorkerDied()] * deaths

    def dying(match: Match, level: int, halvings: int) -> Future[str]:
        if not left:
            return begin(match, level, halvings)
        dead: Future[str] = Future()
        dead.set_exception(left.pop())
        return dead

    monkeypatch.setattr(jobs, "begin", dying)
    for hours in range(deaths + 1):
        run_turns(timezone.now() + timedelta(hours=hours))
    assert find_match(match.pk).ply == 1
    assert comment in caplog.text
    assert bool(comment) is bool(caplog.text)


def test_a_turn_that_is_over_is_computed_no_more(match: Match, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "begin", lambda *_turn: 1 / 0)
    resign(match.pk, anna)
    assert run_turns() == 1
    assert not Job.objects.filter(kind=TURN).exists()


def test_an_exit_while_it_thinks_counts_as_no_try(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: Future[str] = Future()
    closed.set_exception(PoolClosed())
    for begin in (lambda *_turn: closed, lambda *_turn: closed.result()):
        monkeypatch.setattr(jobs, "begin", begin)
        run_batch(COMPUTERS)
        job = Job.objects.get(kind=TURN)
        assert (job.tries, job.claim, job.error) == (0, "", "")


def test_without_workers_it_moves_too(match: Match, settings: Settings) -> None:
    settings.WORKERS = 0
    run_turns()
    assert find_match(match.pk).ply == 1


def test_matches_between_people_have_no_such_job(anna: User, bob: User) -> None:
    options = games()["digifeud"].options_type()
    control = TimeControl.correspondence(days=3)
    match = start_match(game_slug="digifeud", options=options, first=anna, second=bob, time_control=control)
    play_move(match.pk, anna, 1, legal_move(match))
    assert not Job.objects.filter(kind__startswith="computers.").exists()


@pytest.mark.django_db(transaction=True)
def test_two_clocks_at_once_make_one_move(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    ready = Barrier(4)

    def run_one() -> None:
        ready.wait()
        try:
            run_turns()
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
    for hours in range(3):
        run_turns(timezone.now() + timedelta(hours=hours))
    assert find_match(other.pk).ply == 1
    lines = [line for line in caplog.messages if bad.pk in line]
    assert len(lines) == (0 if bad.game_slug == "vanished" else 1)


def test_the_computer_moves_behind_many_bad_matches(match: Match, anna: User, computer: User) -> None:
    bad_matches(BAD, computer, anna)
    Job.objects.filter(key=match.pk).update(due_at=timezone.now())
    run_turns()
    assert find_match(match.pk).ply == 1
    assert Job.objects.filter(kind=TURN).exclude(error="").count() == BAD
