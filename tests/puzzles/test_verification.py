"""Verification: a puzzle is offered if its answers are the best moves by winning chance too, else withheld."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import cycle, repeat
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from games.jobs.models import Job
from games.jobs.runner import run_batch
from games.jobs.services import retry
from games.puzzles.jobs import CHECKS, check_all, keep_stock
from games.puzzles.kinds import CHECK_VERSION, Kind
from games.puzzles.making.verification import verified_hardness
from games.puzzles.models import Attempt, Daily, Puzzle, SolvedDay, Solver, Source
from games.puzzles.services import stock
from games.puzzles.services.selection import choose, choose_all, dailies_of, next_puzzle
from games.puzzles.services.solving import give_up, try_move
from games.puzzles.services.stock import CHECK, MOST_CHECKS, enqueue_checks, replenish, unchecked
from games.workers import PoolClosed, run
from tests.factors import give_factor
from tests.jobs.running import run_due
from tests.puzzles.conftest import NOON, Clock, found_in, make_puzzle, others
from tests.sizes import cases

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]
State = Puzzle.State
UNCHECKED, OFFERED, WITHHELD = State.UNCHECKED, State.OFFERED, State.WITHHELD
TODAY = NOON.date()


def page(puzzle: Puzzle) -> str:
    return reverse("puzzles:puzzle", args=[puzzle.pk])


def state(puzzle: Puzzle) -> str:
    return Puzzle.objects.get(pk=puzzle.pk).state


def make_daily(puzzle: Puzzle, number: int = 1) -> Daily:
    return Daily.objects.create(game_slug=puzzle.game_slug, day=TODAY, number=number, puzzle=puzzle)


@cases("slug", ["digifeud", "tenbyten"], default=["digifeud"])
def test_winning_chances_decide(db: None, slug: str) -> None:
    good = make_puzzle(slug, 1, state=UNCHECKED)
    bad = make_puzzle(slug, 2, passes=False, state=UNCHECKED)
    check_all()
    assert (state(good), state(bad)) == (OFFERED, WITHHELD)
    assert not Puzzle.objects.filter(checked_at=None).exists()


def test_a_real_worker_decides_the_same(db: None, settings: Settings) -> None:
    settings.WORKERS = 1
    bad = make_puzzle("tenbyten", passes=False, state=UNCHECKED)
    check_all()
    assert state(bad) == WITHHELD


@pytest.mark.thorough
def test_an_offered_one_is_checked_again_without_touching_a_rating(anna: User, db: None) -> None:
    """As after a change of the method, anna has failed a puzzle of points alone; it is offered until it fails too."""
    good, bad = make_puzzle("tenbyten", 1), make_puzzle("tenbyten", 2, passes=False)
    try_move(bad, anna, others(bad)[0][0])
    solver, rated = Solver.objects.values().get(), Puzzle.objects.values_list("rating", "tried").order_by("pk")
    before = list(rated)
    Puzzle.objects.update(checked_at=None)
    assert (state(good), state(bad)) == (OFFERED, OFFERED)
    check_all()
    assert (state(good), state(bad)) == (OFFERED, WITHHELD)
    assert Solver.objects.values().get() == solver
    assert list(rated) == before
    assert not Job.objects.exists()


def test_a_change_of_the_rules_of_selection_withdraws_what_fails_and_touches_no_rating(anna: User, db: None) -> None:
    """Before, Sudoku Duel asked for the most points; anna has solved such a puzzle, and one whose replies decide."""
    chain, counted = make_puzzle("sudoku", 1), make_puzzle("sudoku", 2, kind=Kind.SUM)
    try_move(chain, anna, chain.best)
    try_move(counted, anna, counted.best)
    rows = Puzzle.objects.order_by("pk").values("pk", "rating", "deviation", "tried", "solved")
    solver, attempts, before = Solver.objects.values().get(), list(Attempt.objects.values()), list(rows)
    keep_stock()
    assert not unchecked().exists()  # the present check has passed them
    Puzzle.objects.update(check_version=CHECK_VERSION - 1)
    keep_stock()
    assert (state(chain), state(counted)) == (OFFERED, OFFERED)
    check_all()
    keep_stock()
    assert not unchecked().exists()  # once is enough
    assert (state(chain), state(counted)) == (OFFERED, WITHHELD)
    assert (Solver.objects.values().get(), list(Attempt.objects.values()), list(rows)) == (solver, attempts, before)


@pytest.mark.thorough
def test_puzzles_that_may_be_answered_by_a_pass_are_estimated_again(db: None) -> None:
    chain, counted = make_puzzle("sudoku", 1), make_puzzle("tenbyten", 2, kind=Kind.SUM)
    Puzzle.objects.update(hardness=1.0)
    Puzzle.objects.exclude(kind=Kind.SUM).update(checked_at=None)  # as the migration does that asks for it
    check_all()
    chain.refresh_from_db()
    counted.refresh_from_db()
    assert chain.state == OFFERED
    assert chain.hardness > 1.0
    assert counted.hardness == 1.0  # of most points: nothing is new


def test_no_one_gets_a_puzzle_before_its_check(clock: Clock, anna: User, signed_in: SignedIn, db: None) -> None:
    puzzle = make_puzzle("sudoku", state=UNCHECKED)
    make_puzzle("sudoku", 2, state=UNCHECKED, for_daily=True)
    make_puzzle("sudoku", 3, state=WITHHELD)
    assert next_puzzle(anna, "sudoku", None) is None
    assert choose_all() == []
    assertContains(signed_in(anna).get(page(puzzle)), "This puzzle is being checked", status_code=404)
    assertContains(Client().get("/puzzles/today/sudoku/", follow=True), "No Sudoku Duel puzzles left")
    assertContains(Client().get("/puzzles/"), "Today’s puzzle is on its way.")
    check_all()
    assert next_puzzle(anna, "sudoku", None) == puzzle
    assert signed_in(anna).get(page(puzzle)).status_code == 200


def test_no_form_opens_a_puzzle_before_its_check(db: None) -> None:
    puzzle = make_puzzle("sudoku", state=UNCHECKED)
    move = {"ply": 1, "text": puzzle.best, "confirmed": "yes"}
    sent = [(page(puzzle), move), (page(puzzle), {}), (f"{page(puzzle)}preview/", move)]
    for path, form in [*sent, (f"{page(puzzle)}solution/", {"confirmed": "yes"})]:
        assertNotContains(Client().post(path, form), 'id="board"', status_code=404)
    assert not Attempt.objects.exists()


def test_who_is_at_it_can_finish_and_no_rating_moves_any_more(
    puzzle: Puzzle, wrong: str, anna: User, bob: User, signed_in: SignedIn
) -> None:
    try_move(puzzle, anna, wrong)
    before = Solver.objects.values().get()
    Puzzle.objects.update(state=WITHHELD)
    browser = signed_in(anna)
    assertContains(browser.get(page(puzzle)), "This puzzle was withdrawn")
    browser.post(page(puzzle), {"ply": 1, "text": puzzle.best, "confirmed": "yes"})
    signed_in(bob).post(page(puzzle), {"ply": 1, "text": wrong, "confirmed": "yes"})  # his page was already open
    assert Attempt.objects.get(player=anna).solved_at
    assert Attempt.objects.get(player=bob).rating_after is None
    assert Solver.objects.values().get() == before
    assert Puzzle.objects.get().rating == Puzzle.objects.get(pk=puzzle.pk).rating


def test_a_withdrawn_one_shows_its_answer_to_those_who_had_it(
    puzzle: Puzzle, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    try_move(puzzle, anna, puzzle.best)
    give_up(puzzle, bob)
    Puzzle.objects.update(state=WITHHELD)
    for player in (anna, bob):
        answer = signed_in(player).get(page(puzzle))
        assertContains(answer, "Your result stays.")
        assertContains(answer, 'id="result"')
    for browser in (signed_in(carl), Client()):
        answer = browser.get(page(puzzle))
        assertContains(answer, "as good or better", status_code=410)
        assertNotContains(answer, 'id="board"', status_code=410)


def test_todays_is_checked_first(clock: Clock, db: None) -> None:
    older = make_puzzle("sudoku", 1, state=UNCHECKED)
    todays = make_puzzle("sudoku", 2, state=UNCHECKED, for_daily=True)
    make_daily(todays)
    enqueue_checks()
    run_batch(CHECKS)
    assert (state(older), state(todays)) == (UNCHECKED, OFFERED)
    assert [daily.puzzle for daily in choose_all()] == [todays]


def test_a_withdrawn_daily_gives_its_day_to_another(clock: Clock, anna: User, signed_in: SignedIn) -> None:
    bad, good = make_puzzle(number=1, for_daily=True), make_puzzle(number=2, for_daily=True)
    make_daily(bad, number=7)
    try_move(bad, anna, bad.best)
    Puzzle.objects.filter(pk=bad.pk).update(state=WITHHELD)
    assert dailies_of(TODAY) == []
    found = choose("digifeud", TODAY)
    assert found == choose("digifeud", TODAY) == Daily.objects.get()
    assert found
    assert (found.number, found.puzzle) == (7, good)
    assert SolvedDay.objects.get().player == anna
    assertContains(signed_in(anna).get(page(bad)), "Your result stays.")


def test_any_checked_puzzle_will_do_where_none_is_kept_for_a_day(clock: Clock, anna: User) -> None:
    tried, fresh = make_puzzle(number=1), make_puzzle(number=2)
    try_move(tried, anna, tried.best)
    found = choose("digifeud", TODAY)
    assert found
    assert found.puzzle == fresh
    assert next_puzzle(None, "digifeud", None) == tried  # today's is not spoilt


def test_one_that_cannot_be_checked_stops_no_other_and_staff_see_it(db: None, caplog: pytest.LogCaptureFixture) -> None:
    broken = make_puzzle("sudoku", 1, state=UNCHECKED, moves=["nonsense"])
    good = make_puzzle("sudoku", 2, state=UNCHECKED)
    gone = make_puzzle("sudoku", 3, state=UNCHECKED, game_slug="chess")
    with caplog.at_level(logging.ERROR):
        for hours in range(5):
            enqueue_checks()
            run_due(CHECKS, now=timezone.now() + timedelta(hours=hours))
    assert (state(broken), state(good), state(gone)) == (UNCHECKED, OFFERED, UNCHECKED)
    job = Job.objects.get()
    assert (job.kind, job.key, job.state, job.tries) == (CHECK, broken.pk, Job.State.DEAD, 3)
    assert [broken.pk in record.getMessage() for record in caplog.records] == [True]
    assert list(unchecked()) == []
    retry(Job.objects.all())
    Puzzle.objects.filter(pk=broken.pk).update(moves=good.moves, seed=good.seed)
    run_due(CHECKS)
    assert state(broken) == OFFERED


def test_few_checks_are_queued_at_once_and_all_are_done(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stock, "run", lambda *_: 7.5)
    first = make_puzzle("sudoku", state=UNCHECKED)
    columns = [field.name for field in Puzzle._meta.concrete_fields if field.name not in {"id", "source"}]
    values = {name: getattr(first, name) for name in columns}
    Puzzle.objects.bulk_create(Puzzle(**values) for _copy in range(2 * MOST_CHECKS))
    enqueue_checks()
    enqueue_checks()
    assert Job.objects.count() == MOST_CHECKS
    assert run_due(CHECKS) == 2 * MOST_CHECKS + 1
    assert not Puzzle.objects.exclude(state=OFFERED).exists()


def test_two_processes_check_it_once(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, rival = make_puzzle("sudoku", state=UNCHECKED), []

    def slow(*values: Any) -> object:  # the arguments of run
        rival.append(run_due(CHECKS))
        Puzzle.objects.filter(pk=puzzle.pk).update(checked_at=NOON, state=WITHHELD)  # by one whose lease was over
        return run(*values)

    monkeypatch.setattr(stock, "run", slow)
    check_all()
    assert rival == [0]
    assert state(puzzle) == WITHHELD


def test_a_process_that_ends_leaves_it_to_others(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle("sudoku", state=UNCHECKED)

    def closed(*values: object) -> object:
        raise PoolClosed

    enqueue_checks()
    with monkeypatch.context() as broken:
        broken.setattr(stock, "run", closed)
        run_batch(CHECKS)
    assert Job.objects.get().tries == 0
    run_due(CHECKS)
    assert state(puzzle) == OFFERED


def test_the_stock_counts_what_is_offered(db: None, settings: Settings) -> None:
    settings.PUZZLE_STOCK = 1
    for slug, verdict in (("sudoku", OFFERED), ("digifeud", WITHHELD), ("tenbyten", UNCHECKED)):
        make_puzzle(slug, 1, state=verdict)
        make_puzzle(slug, 2, state=verdict, for_daily=True)
    before = set(Source.objects.values_list("pk", flat=True))
    replenish()
    wanted = set(Source.objects.exclude(pk__in=before).values_list("game_slug", flat=True))
    assert "digifeud" in wanted
    assert not wanted & {"sudoku", "tenbyten"}  # enough puzzles of one, and unchecked ones of the other


def test_the_command_goes_on_until_so_many_are_offered(
    db: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every match that computers play has one puzzle here, and every second one passes the check."""
    verdicts = cycle([7.5, None])
    moves: list[str] = []
    matches = repeat((moves, [found_in("tenbyten")[2]]))
    monkeypatch.setattr(stock, "run", lambda work, *_: next(verdicts) if work is verified_hardness else next(matches))
    call_command("puzzles", make=3, game="tenbyten")
    states = Puzzle.objects.values_list("state", flat=True)
    assert sorted(states) == [OFFERED] * 3 + [WITHHELD] * 2
    assert set(Puzzle.objects.filter(state=OFFERED).values_list("hardness", flat=True)) == {7.5}
    assert "tenbyten: 3 puzzles" in capsys.readouterr().out


def test_the_staff_sees_how_many_there_are(db: None, signed_in: SignedIn) -> None:
    for number, verdict in enumerate((OFFERED, OFFERED, WITHHELD, UNCHECKED, UNCHECKED, UNCHECKED)):
        make_puzzle("sudoku", number, state=verdict, best="secret answer")
    dora = give_factor(User.objects.create_user("dora", is_staff=True, is_superuser=True))
    text = signed_in(dora).get("/admin/puzzles/puzzle/").content.decode()
    for told in ("offered (2)", "withheld (1)", "not checked yet (3)"):
        assert told in text
    one = Puzzle.objects.first()
    assert one
    assertNotContains(signed_in(dora).get(f"/admin/puzzles/puzzle/{one.pk}/change/"), "secret answer")
