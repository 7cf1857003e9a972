"""The statistics on a player's page: records, recent form, reply time, completed matches; and their recount."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from accounts.models import User
from core import clock
from games.history.models import Participation, Record
from games.history.services import left_early, save_participations, scan
from games.history.statistics import calculation, candidates, habits_in, median_reply, statistics_of
from games.history.templatetags.history import span
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play.services import end_on_time, find_match, resign, void_match
from games.rules import PlayedMove, Seat, listed, plain, say
from tests.exports import export_of
from tests.history.conftest import NOON, many
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on

pytestmark = pytest.mark.sql

ONE, TWO = Seat.FIRST, Seat.SECOND


def kept() -> list[tuple[object, ...]]:
    """Return all rows of the history, without their primary keys."""
    fields = ("match", "player", "opponent", "game_slug", "outcome", "left_early", "at", "reply_seconds")
    records = Record.objects.order_by("player", "kind").values_list("player", "kind", "value", "text", "match", "ply")
    return [*Participation.objects.order_by("match", "player").values_list(*fields), *records]


def test_the_findings_of_a_seat() -> None:
    turns = (
        PlayedMove(ONE, plain("1+1=2"), 2),
        PlayedMove(TWO, plain("9+9=18"), 18),
        PlayedMove(ONE, listed(plain("2+2+2=6"), plain("1+2=3")), 9),
        PlayedMove(TWO, say("passes"), 0),
        PlayedMove(ONE, plain("4+5=9"), 9),
    )
    found = {one.kind.value: (one.value, one.ply, one.text) for one in candidates(turns, ONE, 2)}
    assert found == {"turn": (9, 3, ""), "sum": (7, 3, "2+2+2=6"), "win": (2, 5, "")}
    assert calculation(turns[3].text) == ""
    assert [one.value for one in candidates((), TWO, -5)] == [0]


def test_the_usual_reply_is_the_median_of_the_own_moves() -> None:
    turns = tuple(PlayedMove(seat, plain("x")) for seat in (ONE, TWO, ONE, TWO, ONE))
    made_at = [NOON + timedelta(seconds=seconds) for seconds in (10, 110, 130, 131, 1131)]
    assert median_reply(turns, made_at, NOON, ONE) == 20
    assert median_reply(turns, made_at, NOON, TWO) == round((100 + 1) / 2)
    assert median_reply((), [], NOON, ONE) is None


def test_a_match_that_ends_leaves_records(match: Match, anna: User, bob: User) -> None:
    match = play_on(match, 6)
    resign(match.pk, anna)
    run_jobs()
    best = Record.objects.get(player=bob, kind=Record.Kind.BEST_TURN)
    assert (best.match_id, best.game_slug, best.value > 0) == (match.pk, "digifeud", True)
    page = html_of(Client().get(reverse("matches:player", args=["bob"])))
    assert reverse("matches:turn", args=[match.pk, best.ply]) in page
    for words in ("best turn", "longest sum", "biggest win", "Usual time to reply", "100%", "won"):
        assert words in page


def test_a_second_scan_changes_nothing(match: Match, anna: User) -> None:
    resign(play_on(match, 4).pk, anna)
    assert not Record.objects.exists()
    run_jobs()
    assert Record.objects.exists()
    before = kept()
    scan([Match.objects.get()])
    assert kept() == before


def test_the_history_is_worked_out_again_as_it_was(match: Match, anna: User, bob: User, carl: User) -> None:
    resign(play_on(match, 4).pk, anna)
    many(anna, [bob, carl], 9)
    run_jobs()
    before = kept()
    call_command("recount_history")
    assert kept() == before


def test_a_recount_that_is_stopped_leaves_every_history_whole(match: Match, anna: User, bob: User, carl: User) -> None:
    resign(play_on(match, 4).pk, anna)
    many(anna, [bob, carl], 3)
    run_jobs()
    before = kept()
    writes = 0
    for number in range(100):
        writes = number
        try:
            with connection.execute_wrapper(fail_at_write(number)):
                call_command("recount_history", verbosity=0)
            break
        except OperationalError:
            assert kept() == before
    assert writes > 4
    assert kept() == before


def fail_at_write(number: int) -> Callable[..., object]:
    """Return a wrapper of statements that lets only so many of those through which change the history."""
    left = number

    def execute(execute: Callable[..., object], sql: str, *more: object) -> object:
        nonlocal left
        if sql.startswith(("INSERT INTO", "DELETE FROM", "UPDATE")):
            left -= 1
            if left < 0:
                raise OperationalError("stopped")
        return execute(sql, *more)

    return execute


def test_a_recount_puts_right_what_is_wrong(match: Match, anna: User, bob: User, carl: User) -> None:
    resign(play_on(match, 4).pk, anna)
    many(anna, [bob, carl], 3)
    run_jobs()
    before = kept()
    Participation.objects.filter(player=carl).update(outcome="lost", opponent=bob)
    Participation.objects.filter(match=match, player=bob).update(player=carl)
    Participation.objects.filter(match=match, player=anna).delete()
    Record.objects.filter(player=anna).update(value=F("value") + 1000)
    Record.objects.filter(player=bob).update(text="1+1=3", ply=99)
    Record.objects.filter(player=carl).delete()
    Record.objects.create(player=carl, game_slug="summy", kind="turn", value=7, match=match, ply=1, at=match.started_at)
    assert kept() != before
    call_command("recount_history", verbosity=0)
    assert kept() == before


@pytest.mark.parametrize("ends", ["a better match ends", "the best match is made void"])
def test_what_happens_during_a_recount_is_kept(ends: str, anna: User, bob: User) -> None:
    small, big = many(anna, [bob], 1, first_points=9, second_points=4) + many(anna, [bob], 1, first_points=50)
    for match in (small, big):
        scan([match])
    done: list[bool] = []

    def meanwhile(execute: Callable[..., object], sql: str, *more: object) -> object:
        if 'FROM "history_record"' in sql and not done:
            done.append(True)
            if ends.startswith("the best"):
                void_match(big.pk)
                run_jobs()
            else:
                (better,) = many(anna, [bob], 1, first_points=90)
                Match.objects.filter(pk=better.pk).update(finished_at=clock.now())
                scan([Match.objects.get(pk=better.pk)])
        return execute(sql, *more)

    with connection.execute_wrapper(meanwhile):
        call_command("recount_history", verbosity=0)
    now = kept()
    assert done
    call_command("recount_history", verbosity=0)
    assert kept() == now
    held = Record.objects.get(player=anna, kind="win")
    assert held.match == small if ends.startswith("the best") else held.value > 50


def test_of_equal_records_the_first_stays(anna: User, bob: User) -> None:
    terms = {"game_slug": "sudoku", "winner": 1, "first_points": 9, "second_points": 4}
    first, second, third = many(anna, [bob], 3, **terms)
    for match in (second, first, third, second):
        scan([match])
    assert Record.objects.get().match == first
    third.first_points = 10
    scan([third])
    assert (Record.objects.get().match, Record.objects.get().value) == (third, 6)


def test_who_lets_the_time_run_out_has_not_seen_the_match_through(match: Match, anna: User, bob: User) -> None:
    match = find_match(play_on(match, 2).pk)
    assert match.deadline_at
    assert end_on_time(match, match.deadline_at)
    run_jobs()
    assert dict(Participation.objects.values_list("player__username", "left_early")) == {"anna": True, "bob": False}
    assert statistics_of(anna).habits.percent == 0
    assert statistics_of(bob).habits.percent == 100


@pytest.mark.parametrize(("language", "share"), [("en", "100%"), ("nl", "100%"), ("de", "100\N{NO-BREAK SPACE}%")])
def test_a_share_is_written_as_the_language_does(
    match: Match, anna: User, client: Client, language: str, share: str
) -> None:
    resign(play_on(match, 2).pk, anna)
    run_jobs()
    page = client.get(reverse("matches:player", args=["bob"]), headers={"Accept-Language": language})
    assertContains(page, f"{share} <span")


def test_a_match_without_a_winner_that_was_not_played_out_does_not_count(anna: User, bob: User) -> None:
    many(anna, [bob], 2, ending="aborted", winner=None, to_move=2)
    assert set(Participation.objects.values_list("outcome", flat=True)) == {Participation.Outcome.VOID}
    figures = statistics_of(bob)
    assert (figures.results, figures.latest, figures.habits.matches) == ([], [], 0)
    assert statistics_of(anna).habits.matches == 0


def test_habits_are_told_for_each_pace() -> None:
    seconds = {True: (5, 7, None), False: (3600, 7200)}
    ended = [Participation(is_live=live, reply_seconds=reply) for live, replies in seconds.items() for reply in replies]
    habits = habits_in(ended)
    assert (habits.reply_live, habits.reply_over_days) == (timedelta(seconds=6), timedelta(minutes=90))
    assert habits_in([]).percent == 0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 seconds"), (1, "1 second"), (89, "89 seconds"), (90, "2 minutes"), (5400, "2 hours"), (7200, "2 hours"),
     (172_800, "2 days")],
)  # fmt: skip
def test_spans_are_told_in_their_largest_unit(seconds: int, words: str) -> None:
    assert span(timedelta(seconds=seconds)).replace("\N{NO-BREAK SPACE}", " ") == words


def test_a_match_whose_moves_break_the_rules_does_not_stop_the_others(anna: User, bob: User) -> None:
    (match,) = many(anna, [bob], 1, game_slug="sudoku", ply=1)
    match.moves.create(ply=1, text="z99", made_at=NOON)
    assert run_jobs() == 1
    assert not Job.objects.exists()


def test_records_belong_to_a_players_data(anna: User, bob: User) -> None:
    (match,) = many(anna, [bob], 1, first_points=9, second_points=4)
    scan([match])
    record = {"match": match.pk, "game_slug": "digifeud", "kind": "win", "value": 5, "text": "", "ply": 0}
    assert export_of(anna)["records"] == [record | {"at": match.finished_at}]
    assert export_of(bob)["records"] == []


def test_a_match_is_noted_once_however_often_it_is_told(match: Match) -> None:
    save_participations([match])
    save_participations([match])
    assert Participation.objects.count() == 2


def test_a_void_match_keeps_no_record_and_the_next_best_takes_its_place(anna: User, bob: User) -> None:
    small, big = many(anna, [bob], 1, first_points=9, second_points=4) + many(anna, [bob], 1, first_points=50)
    for match in (small, big):
        scan([match])
    assert Record.objects.get(player=anna, kind="win").match == big
    void_match(big.pk)
    run_jobs()
    assert {part.outcome for part in Participation.objects.filter(match=big)} == {Participation.Outcome.VOID}
    assert Record.objects.get(player=anna, kind="win").match == small
    before = kept()
    call_command("recount_history", verbosity=0)
    assert kept() == before


@pytest.mark.parametrize("to_blame", [0, int(Seat.FIRST), int(Seat.SECOND), Seat.FIRST + Seat.SECOND])
def test_a_match_that_was_called_off_was_left_by_each_who_is_to_blame(anna: User, bob: User, to_blame: int) -> None:
    match = Match(first=anna, second=bob, game_slug="sudoku", ending=Match.Ending.ABORTED, called_off_by=to_blame)
    assert {seat: left_early(match, seat) for seat in Seat} == {
        Seat.FIRST: to_blame in (1, 3),
        Seat.SECOND: to_blame in (2, 3),
    }
