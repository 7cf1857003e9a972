"""The writer: moves of many matches are committed together, and none of them harms another."""

from __future__ import annotations

import ast
import re
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.catalogue import games
from games.jobs.models import Job
from games.matches.errors import MatchOver, NotYourTurn, StaleMove
from games.matches.models import Match, Move, Vacation
from games.matches.play import positions, writer
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move
from games.matches.play.writer import Conflict, PendingMove
from games.matches.time.control import TimeControl
from games.ratings import update
from games.ratings.models import RatingChange
from games.rules import IllegalMove, Seat
from tests.matches.conftest import legal_move, play_on

pytestmark = pytest.mark.sql

HOME = Path(__file__).parent.parent.parent
DAYS = timedelta(days=3)


def matches_of(first: User, second: User, count: int, *, rests: bool = False, rated: bool = False) -> list[Match]:
    control = TimeControl.correspondence(days=3)
    return [
        start_match(
            game_slug="digifeud",
            options=games()["digifeud"].options_type(),
            first=first,
            second=second,
            time_control=control.with_vacation() if rests else control,
            rated=rated,
        )
        for _match in range(count)
    ]


def pending(match: Match, text: str | None = None) -> PendingMove:
    text = text or legal_move(match)
    return PendingMove(match, text, timezone.now(), positions.replay(match).play(match.game, text, bytes(match.seed)))


def insertions_of_moves(source: str) -> list[str]:
    """Return what in a module makes rows of moves: model, manager, relation, or SQL."""
    if not re.search(r"\bMove\b|\bmoves\.|matches_move", source):  # to parse all modules takes seconds
        return []
    module = ast.parse(source)
    imported = [node for node in ast.walk(module) if isinstance(node, ast.ImportFrom) and node.module]
    names = {
        alias.asname or alias.name
        for node in imported
        if node.module == "games.matches.models"
        for alias in node.names
        if alias.name == "Move"
    } | {"models.Move"}
    made = "|".join(map(re.escape, sorted(names)))
    patterns = (
        rf"(?<![\w.])({made})\(",
        rf"(?<![\w.])({made})\.objects\.\w*create\w*\(",
        r"\bmoves\.(\w*create\w*|add|set)\(",
        r"(?i)insert into \W*matches_move\b",
    )
    plain = ast.unparse(module)
    return [found[0] for pattern in patterns for found in re.finditer(pattern, plain)]


def test_only_the_writer_inserts_moves() -> None:
    for path in [path for top in ("accounts", "core", "games", "numgames") for path in HOME.glob(f"{top}/**/*.py")]:
        if path == HOME / "games/matches/play/writer.py":
            continue
        if "migrations" not in path.parts and path.parent.name != "commands":  # the demo's matches were never played
            assert insertions_of_moves(path.read_text()) == [], path


@pytest.mark.parametrize(
    "second_way",
    [
        "from games.matches.models import Move\nMove(ply=1).save()",
        "from games.matches.models import Move as Row\nRow.objects.bulk_create([])",
        "from games.matches import models\nmodels.Move.objects.get_or_create(ply=1)",
        "match.moves.create(ply=1)",
        "cursor.execute('INSERT INTO matches_move (ply) VALUES (1)')",
    ],
)
def test_a_second_way_of_a_move_would_be_found(second_way: str) -> None:
    assert insertions_of_moves(second_way)


def test_moves_of_many_matches_take_the_statements_of_one(anna: User, bob: User) -> None:
    counts = []
    for number in (1, 7):
        moves = [pending(match) for match in matches_of(anna, bob, number)]
        with CaptureQueriesContext(connection) as queries:
            after = writer.write(moves)
        counts.append(len(queries))
        assert [find_match(match.pk).ply for match in after] == [1] * number
    assert counts[0] == counts[1]


@pytest.mark.django_db(transaction=True)
def test_rows_that_can_be_locked_are_locked_by_primary_key_whatever_columns_change(anna: User, bob: User) -> None:
    matches = sorted(matches_of(anna, bob, 3), key=lambda match: match.pk)
    Match.objects.filter(pk=matches[1].pk).update(draw_offered_by=Seat.SECOND)
    moves = [pending(find_match(match.pk)) for match in matches]
    statements: list[tuple[str, list[str]]] = []

    def note(execute: Callable[..., object], sql: str, params: Any, many: bool, context: object) -> object:  # noqa: ANN401
        if sql.startswith("UPDATE") and "matches_match" in sql:
            statements.append(("update", [row[-2] for row in params]))
        elif sql.startswith("SELECT") and "matches_match" in sql:
            assert "ORDER BY" in sql
            assert "FOR NO KEY UPDATE" in sql
            statements.append(("lock", sorted(params)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        writer.write(moves)
    first, second, third = (match.pk for match in matches)
    locks = [("lock", [first, second, third])] if connection.features.has_select_for_update else []
    assert statements == [*locks, ("update", [first, third]), ("update", [second])]


def about_to_end(first: User, second: User) -> Match:
    """Return a rated match that ends with one more pass."""
    match = matches_of(first, second, 1, rated=True)[0]
    while not pending(match, "pass").ends_match:
        match = writer.write([pending(match, "pass")])[0]
    return match


def test_ends_share_their_statements_and_a_rating_that_fails_harms_no_other(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = [about_to_end(anna, bob) for _match in range(3)]
    broken, count = ending[1].pk, update.count_match
    monkeypatch.setattr(
        update, "count_match", lambda match, *rest: 1 / 0 if match.pk == broken else count(match, *rest)
    )
    moves = [pending(match, "pass") for match in ending]
    assert {move.lane for move in moves} == {("digifeud", False)}
    with CaptureQueriesContext(connection) as queries:
        after = writer.write(moves)
    assert all(match.finished_at for match in after)
    assert sum('INSERT INTO "jobs_job"' in query["sql"] for query in queries) == 1
    counted = RatingChange.objects.values_list("match", flat=True)
    assert sorted(set(counted)) == sorted(match.pk for match in after if match.pk != broken)
    assert list(Job.objects.filter(kind="ratings.count").values_list("key", flat=True)) == [broken]


def test_only_ends_that_are_rated_wait_for_a_pool(anna: User, bob: User) -> None:
    casual, rated = matches_of(anna, bob, 1)[0], matches_of(anna, bob, 1, rated=True)[0]
    assert pending(casual).lane is None
    assert pending(rated).lane is None  # it goes on
    while not pending(casual, "pass").ends_match:
        casual = writer.write([pending(casual, "pass")])[0]
    assert pending(casual, "pass").lane is None


def test_a_match_is_as_the_row_says(anna: User, bob: User) -> None:
    (match,) = matches_of(anna, bob, 1)
    (after,) = writer.write([pending(match)])
    stored = find_match(match.pk)
    columns = [field.attname for field in Match._meta.concrete_fields]
    assert {name: getattr(after, name) for name in columns} == {name: getattr(stored, name) for name in columns}


def test_one_lost_race_undoes_the_whole_transaction(anna: User, bob: User) -> None:
    one, other = matches_of(anna, bob, 2)
    moves = [pending(one), pending(other)]
    Match.objects.filter(pk=other.pk).update(version=5)
    with pytest.raises(Conflict):
        writer.write(moves)
    assert not Move.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_one_lost_race_harms_no_other_move_of_the_batch(anna: User, bob: User) -> None:
    one, other = matches_of(anna, bob, 2)
    moves = [pending(one), pending(other)]
    Match.objects.filter(pk=other.pk).update(version=5)
    futures = [writer.submit(move) for move in moves]
    assert futures[0].result().ply == 1
    assert isinstance(futures[1].exception(), Conflict)
    assert [find_match(match.pk).ply for match in (one, other)] == [1, 0]


@pytest.mark.django_db(transaction=True)
def test_two_moves_of_one_match_at_once_are_played_one_after_the_other(anna: User, bob: User) -> None:
    (match,) = matches_of(anna, bob, 1)
    futures = [writer.submit(pending(match)), writer.submit(pending(match, "pass"))]
    assert futures[0].result().ply == 1
    assert isinstance(futures[1].exception(), Conflict)
    assert find_match(match.pk).moves.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_writer_goes_on_after_its_connection_broke(match: Match, anna: User, bob: User) -> None:
    """What a move cannot be written with is that move's fault alone, and the next one gets a new connection."""
    match = play_on(match, 1)
    broken = pending(match)
    object.__setattr__(broken, "made_at", "no time")
    assert writer.submit(broken).exception() is not None
    assert play_on(match, 1).ply == 2


@pytest.mark.django_db(transaction=True)
def test_a_move_that_breaks_a_constraint_each_time_fails_alone_and_is_not_tried_for_ever(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = matches_of(anna, bob, 2)
    Move.objects.create(match=other, ply=1, text="pass", made_at=timezone.now())  # of which its match knows nothing
    moves = [pending(one), pending(other)]
    futures = [writer.submit(move) for move in moves]
    assert futures[0].result().ply == 1
    assert isinstance(futures[1].exception(), Conflict)
    reads: list[str] = []

    def counted(match_id: str) -> Match:
        reads.append(match_id)
        assert len(reads) < 10, "it is tried for ever"
        return find_match(match_id)

    monkeypatch.setattr("games.matches.play.services.find_match", counted)
    with pytest.raises(IntegrityError):
        play_move(other.pk, anna, 1, legal_move(other))
    assert find_match(other.pk).ply == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, None])
def test_moves_that_cannot_be_stored_leave_nothing_behind_and_can_be_made_again(
    code: int | None, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full, cannot be written, or the connection is lost between the move and the row of its match."""
    matches = matches_of(anna, bob, 2)

    def fail(_changed: object) -> None:
        cause = sqlite3.OperationalError() if code else None
        if cause and code:
            cause.sqlite_errorcode = code
        raise OperationalError("between two statements") from cause

    with monkeypatch.context() as patch:
        patch.setattr(writer, "_update", fail)
        futures = [writer.submit(pending(match)) for match in matches]
        assert [type(future.exception()) for future in futures] == [OperationalError] * 2
    assert not Move.objects.exists()
    assert [play_move(match.pk, anna, 1, legal_move(match)).ply for match in matches] == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_a_commit_whose_answer_was_lost_counts_and_is_announced(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = matches_of(anna, bob, 2)
    told: list[tuple[str, int]] = []
    lost: list[bool] = []

    def written(moves: Sequence[PendingMove]) -> list[Match]:
        after = write(moves)
        if not lost:
            lost.append(True)
            raise OperationalError("The connection was lost after the commit")
        return after

    write = writer.write
    monkeypatch.setattr(writer, "write", written)
    monkeypatch.setattr(
        "games.matches.play.updates.announce", lambda match, **_more: told.append((match.pk, match.version))
    )
    futures = [writer.submit(pending(match)) for match in matches]
    assert [future.result().ply for future in futures] == [1, 1]
    assert sorted(told) == sorted((match.pk, match.version + 1) for match in matches)
    assert Move.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_writer_releases_its_connection_though_the_test_has_ended(
    anna: User, django_db_blocker: DjangoDbBlocker, caplog: pytest.LogCaptureFixture
) -> None:
    def release() -> None:
        connection.ensure_connection()
        with django_db_blocker.block():
            writer._release_connection()
        assert connection.connection is None

    with ThreadPoolExecutor(1) as thread:
        thread.submit(release).result()
    assert caplog.messages == []


@pytest.mark.django_db(transaction=True)
class TestRemembered:
    """A match that was moved in is in memory, which saves queries and decides nothing."""

    def test_the_second_move_reads_no_match(self, match: Match, anna: User, bob: User) -> None:
        match = play_on(match, 1)
        text = legal_move(match)
        with CaptureQueriesContext(connection) as queries:  # of this thread: the writer has its own connection
            play_move(match.pk, bob, 2, text)
        assert [query["sql"] for query in queries if "matches_match" in query["sql"]] == []

    def test_an_illegal_move_is_refused_without_a_query(self, match: Match, bob: User) -> None:
        match = play_on(match, 1)
        with CaptureQueriesContext(connection) as queries, pytest.raises(IllegalMove):
            play_move(match.pk, bob, 2, "a1r 1+1=3")
        assert len(queries) == 0

    def test_a_change_by_another_process_is_noticed(self, match: Match, anna: User, bob: User) -> None:
        match = play_on(match, 2)
        remembered = positions.cached_match(match.pk)
        assert remembered
        text = legal_move(match)
        play_move(match.pk, anna, 3, text)
        positions.clear_matches()
        positions.cache_match(remembered)  # as in a process that has not heard of it
        assert play_move(match.pk, anna, 3, text).ply == 3
        with pytest.raises(NotYourTurn):
            play_move(match.pk, anna, 4, text)
        with pytest.raises(StaleMove):
            play_move(match.pk, bob, 3, "pass")
        Match.objects.filter(pk=match.pk).update(finished_at=timezone.now(), ending=Match.Ending.VOID)
        positions.clear_matches()
        positions.cache_match(remembered)
        with pytest.raises(MatchOver):
            play_move(match.pk, bob, 4, "pass")

    def test_an_extended_deadline_is_noticed(self, match: Match, anna: User) -> None:
        match = play_on(match, 2)
        remembered = positions.cached_match(match.pk)
        assert remembered
        positions.clear_matches()
        remembered.deadline_at = timezone.now() - timedelta(seconds=1)
        positions.cache_match(remembered)
        assert play_move(match.pk, anna, 3, legal_move(match)).ply == 3


@pytest.mark.django_db(transaction=True)
def test_the_next_players_vacation_moves_the_deadline(anna: User, bob: User) -> None:
    (match,) = matches_of(anna, bob, 1, rests=True)
    match = play_on(match, 1)
    now = timezone.now()
    Vacation.objects.create(player=anna, begins_at=now - timedelta(hours=1), ends_at=now + 2 * DAYS)
    after = play_move(match.pk, bob, 2, legal_move(match))
    assert after.deadline_at
    assert after.deadline_at >= now + 3 * DAYS
