"""An analysis is requested once, computed once, and survives the crash of a process."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games import workers
from games.analysis import jobs
from games.analysis.errors import NothingPlayed, NotOver
from games.analysis.evaluation.turns import Measured
from games.analysis.jobs import ANALYSES
from games.analysis.models import Analysis
from games.analysis.reading import Played, play_again, read_report
from games.analysis.services import FEWEST_MOVES, LEASE, MEASURE, ask, begin, renew_outdated, save_turn
from games.jobs.hooks import LeaseLost
from games.jobs.models import Job
from games.jobs.runner import run_batch
from games.jobs.services import claim, retry
from games.matches.models import Match, Move
from games.matches.play import positions
from games.matches.play.services import find_match, resign, void_match
from games.workers import PoolClosed
from tests.analysis.conftest import TURNS, analysed
from tests.jobs.running import run_due
from tests.matches.conftest import play_on
from tests.sizes import on_postgresql

pytestmark = pytest.mark.sql

State = Analysis.State


def test_who_asks_gets_it_turn_by_turn(finished: Match) -> None:
    assert ask(finished).state == State.ASKED
    assert run_due(ANALYSES) == 1
    analysis = Analysis.objects.get()
    assert (analysis.state, analysis.turns_done, len(analysis.measured)) == (State.DONE, TURNS, TURNS + 1)
    assert run_due(ANALYSES) == 0
    assert not Job.objects.filter(kind=MEASURE).exists()


def test_twice_asked_is_once(finished: Match) -> None:
    first = ask(finished)
    assert ask(finished).asked_at == first.asked_at
    done = analysed(finished)
    assert ask(finished).state == State.DONE
    assert Analysis.objects.get().measured == done.measured


def test_a_running_match_is_never_analysed(match: Match) -> None:
    match = play_on(match, 2)
    with pytest.raises(NotOver):
        ask(match)
    assert not Analysis.objects.exists()


def test_nor_is_the_rematch_that_runs(finished: Match, anna: User, bob: User) -> None:
    from games.matches.play.services import offer_rematch

    offer_rematch(finished.pk, anna)
    offer_rematch(finished.pk, bob)
    rematch = find_match(finished.pk).rematch
    assert rematch
    with pytest.raises(NotOver):
        ask(rematch)


def test_a_match_without_a_move_has_nothing_to_analyse(match: Match, anna: User) -> None:
    with pytest.raises(NothingPlayed):
        ask(resign(match.pk, anna))


def test_a_void_match_can_be_analysed_as_far_as_it_went(match: Match, few_samples: None) -> None:
    play_on(match, 3)
    void_match(match.pk)
    analysis = analysed(find_match(match.pk))
    assert analysis.is_done
    assert len(read_report(analysis, play_again(find_match(match.pk))).rows) == 3


def test_none_begins_by_itself_of_a_match_that_tells_nothing(match: Match, anna: User, settings: Settings) -> None:
    """One that is void, of a few moves, or between computers; a like one begins."""
    columns: tuple[dict[str, object], ...] = (
        {}, {"voided_at": timezone.now()}, {"ply": FEWEST_MOVES - 1}, {"game_slug": "vanished"}, {"finished_at": None}
    )  # fmt: skip
    settings.ANALYSES_WAITING = 9
    over = resign(play_on(match, FEWEST_MOVES).pk, anna)
    Match.objects.filter(pk=over.pk).update(finished_at=timezone.now())
    for changed in columns:
        Analysis.objects.all().delete()
        whole = find_match(over.pk)
        for name, value in changed.items():
            setattr(whole, name, value)
        begin([whole])
        assert Analysis.objects.exists() is (not changed), changed
    User.objects.update(is_computer=True)
    begin([find_match(over.pk)])
    assert not Analysis.objects.exists()


def test_the_same_match_is_always_told_alike(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    first = analysed(finished).measured
    Analysis.objects.all().delete()
    positions.clear()
    monkeypatch.setattr(jobs, "run", workers.run)  # measures again
    assert analysed(finished).measured == first


def test_it_says_nothing_of_the_seed(finished: Match) -> None:
    Match.objects.update(seed=b"\x07" * 32)  # the draws follow from the positions alone
    moves = play_again(match=finished)
    assert len(moves.positions) == TURNS + 1
    assert bytes(finished.seed).hex() not in str(analysed(finished).measured)


def test_one_sitting_after_the_other(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "TIME_SLICE", 1e-9)
    ask(finished)
    for turns in range(1, TURNS + 1):
        assert run_batch(ANALYSES) == 1
        assert (Analysis.objects.get().state, Analysis.objects.get().done) == (State.WORKING, turns)
        assert Job.objects.get(kind=MEASURE).tries == 0
    assert run_due(ANALYSES) == 1
    assert Analysis.objects.get().is_done


def test_what_dies_half_way_is_taken_up_where_it_was(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(finished)
    with monkeypatch.context() as dying:
        _dies_at(dying, 3)
        with pytest.raises(SystemExit):
            run_due(ANALYSES)
    kept = Analysis.objects.get().measured
    assert len(kept) == 3
    assert run_due(ANALYSES) == 0  # the lease is still held
    assert run_due(ANALYSES, now=timezone.now() + LEASE) == 1
    assert Analysis.objects.get().is_done
    assert Analysis.objects.get().measured[:3] == kept


def test_it_is_held_no_longer_than_a_minute() -> None:
    assert timedelta(seconds=30) < LEASE <= timedelta(minutes=1)


def test_who_was_too_slow_adds_nothing(finished: Match) -> None:
    ask(finished)
    now = timezone.now()
    (slow,) = claim([MEASURE], 1, LEASE, now=now)
    (quick,) = claim([MEASURE], 1, LEASE, now=now + 2 * LEASE)
    before = Analysis.objects.get()
    measured = jobs.measure(finished, play_again(finished), 0)
    save_turn(quick, Analysis.objects.get(), measured)
    with pytest.raises(LeaseLost):
        save_turn(slow, before, measured)
    with pytest.raises(LeaseLost):
        save_turn(quick, before, measured)  # nor is a turn measured twice
    assert Analysis.objects.get().done == 1


def test_a_fault_is_written_down_and_tried_again_but_not_for_ever(
    finished: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ask(finished)
    with monkeypatch.context() as failing:
        failing.setattr(jobs, "measure", lambda *_: 1 // 0)
        for hours in range(3):
            assert Analysis.objects.get().is_on_its_way
            assert run_due(ANALYSES, now=timezone.now() + timedelta(hours=hours)) == 1
    assert Analysis.objects.get().state == State.FAILED
    assert Job.objects.get(kind=MEASURE).state == Job.State.DEAD
    assert f"“{MEASURE}” failed at row {finished.pk}" in caplog.text
    assert run_due(ANALYSES, now=timezone.now() + timedelta(days=1)) == 0
    assert ask(finished).state == State.ASKED
    assert run_due(ANALYSES) == 1
    assert Analysis.objects.get().is_done


def test_one_that_kills_its_process_fails_as_well(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(finished)
    with monkeypatch.context() as dying:
        _dies_at(dying, 0)
        for hours in range(3):
            with pytest.raises(SystemExit):
                run_due(ANALYSES, now=timezone.now() + timedelta(hours=hours))
        run_due(ANALYSES, now=timezone.now() + timedelta(hours=3))
    assert Analysis.objects.get().state == State.FAILED


def test_staff_have_a_failed_one_tried_again(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(finished)
    with monkeypatch.context() as failing:
        failing.setattr(jobs, "measure", lambda *_: 1 // 0)
        for hours in range(3):
            run_due(ANALYSES, now=timezone.now() + timedelta(hours=hours))
    assert retry(Job.objects.all()) == 1
    assert run_due(ANALYSES) == 1
    assert Analysis.objects.get().is_done


def test_a_server_that_ends_leaves_it_to_the_next(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_values: object) -> None:
        raise PoolClosed

    ask(finished)
    with monkeypatch.context() as ending:
        ending.setattr(jobs, "run", closed)
        assert run_batch(ANALYSES) == 1
    assert Job.objects.get(kind=MEASURE).tries == 0
    assert run_due(ANALYSES) == 1
    assert Analysis.objects.get().is_done


def test_after_a_fault_it_rests_a_moment(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(finished)
    monkeypatch.setattr(jobs, "measure", lambda *_: 1 // 0)
    run_due(ANALYSES)
    now = timezone.now()
    assert claim([MEASURE], 1, LEASE, now=now) == []
    assert claim([MEASURE], 1, LEASE, now=now + timedelta(seconds=10))


def test_moves_that_break_the_rules_fail_it(finished: Match, caplog: pytest.LogCaptureFixture) -> None:
    Move.objects.filter(ply=2).update(text="a1r 9x9=81")
    ask(finished)
    run_due(ANALYSES)
    assert Job.objects.get(kind=MEASURE).tries == 1
    assert "failed" in caplog.text


def test_one_query_when_all_are_of_this_version(
    finished: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    analysed(finished)
    with django_assert_num_queries(1):
        renew_outdated()


def test_the_oldest_comes_first(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    other = another(finished)
    ask(other)
    ask(finished)
    monkeypatch.setattr(jobs, "TIME_SLICE", 1e-9)
    for _slice in range(2):
        run_batch(ANALYSES)
    assert [Analysis.objects.get(match=one).done for one in (other, finished)] == [2, 0]


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_several_clocks_make_it_once(
    finished: Match, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "run", workers.run)  # takes a while
    ask(finished)
    ready, kept = Barrier(3), []

    def run_one() -> None:
        ready.wait()
        try:
            kept.append(run_due(ANALYSES))
        finally:
            connection.close()

    clocks = [Thread(target=run_one) for _clock in range(3)]
    for thread in clocks:
        thread.start()
    for thread in clocks:
        thread.join()
    assert sorted(kept) == [0, 0, 1]
    assert Analysis.objects.get().is_done
    assert caplog.text == ""


@pytest.mark.django_db(transaction=True)
def test_several_who_ask_at_once_ask_once(finished: Match) -> None:
    ready, found = Barrier(4), []

    def ask_one() -> None:
        ready.wait()
        try:
            found.append(ask(finished).state)
        finally:
            connection.close()

    people = [Thread(target=ask_one) for _person in range(4)]
    for thread in people:
        thread.start()
    for thread in people:
        thread.join()
    assert found == [State.ASKED] * 4
    assert Analysis.objects.count() == 1


def test_few_queries_when_nothing_waits(finished: Match, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    analysed(finished)
    with django_assert_num_queries(1):
        run_due(ANALYSES)


def _dies_at(patch: pytest.MonkeyPatch, turn: int) -> None:
    measure = jobs.measure

    def dying(match: Match, played: Played, ply: int) -> Measured:
        if ply == turn:
            raise SystemExit
        return measure(match, played, ply)

    patch.setattr(jobs, "measure", dying)


def another(match: Match, pk: str = "another000") -> Match:
    """Return a copy of the finished match."""
    copy = find_match(match.pk)
    moves = list(match.moves.all())
    copy.pk = pk
    copy.save(force_insert=True)
    Move.objects.bulk_create(Move(match=copy, ply=move.ply, text=move.text, made_at=move.made_at) for move in moves)
    return copy
