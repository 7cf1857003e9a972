"""The only code that inserts moves: one thread of each process commits all waiting moves together (group commit).

Moves that end rated matches go to a thread of their rating pool instead, as updating the ratings may wait for its lock.

Flushing a commit to disk costs about the same for one move as for a hundred. No request is answered before the commit
that holds its move has returned. Races are decided by the unique pair (match, ply) and by the version of the match's
row (optimistic locking).
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Union

from django.db import IntegrityError, close_old_connections, connection, transaction
from django.db.models import Field

from core.live import fanout
from core.telemetry import MOVES, STAGES, is_outage
from games.matches.hooks import begin_turns, match_ended
from games.matches.models import Match, Move
from games.matches.outcomes import Ending
from games.matches.play import positions, updates
from games.matches.play.positions import Replay
from games.matches.play.updates import MatchColumns, clock_changes, end_columns, score_columns, with_changes
from games.matches.play.vacation import rest_schedules
from games.matches.time.clock import NEVER_RESTS, RestSchedule
from games.rules import Seat

log = logging.getLogger(__name__)

LARGEST_BATCH = 200  # moves in one transaction
IDLE = 1.0  # seconds without a move after which the connection is released


class Conflict(Exception):
    """Another change of the match was committed first."""


@dataclass(frozen=True, eq=False)
class PendingMove:
    """A legal move that is not committed yet, with the match before it and the replay after it."""

    match: Match
    text: str
    made_at: datetime
    played: Replay

    @property
    def ends_match(self) -> bool:
        """Whether the match is over with this move."""
        return self.played.position.result is not None

    @property
    def lane(self) -> tuple[str, bool] | None:
        """The rating pool (game, live) whose lock the move may have to wait for; None if it ends no rated match."""
        return (self.match.game_slug, self.match.is_live) if self.ends_match and self.match.rated else None

    @property
    def resters(self) -> list[int]:
        """The primary keys of the players whose rests the clocks depend on: the next one, and one with a reserve."""
        if self.ends_match or not self.match.rests:
            return []
        has_reserve = self.match.time_control.full is not None
        seats = [self.played.position.to_move, *([Seat(self.match.to_move)] if has_reserve else [])]
        return [self.match.player_id(seat) for seat in seats]

    def columns(self, schedules: Mapping[int, RestSchedule]) -> MatchColumns:
        """Return the columns of the match after the move; `schedules` say when the clocks of its `resters` rest."""
        match, position = self.match, self.played.position
        moved = positions.have_moved(self.played.turns[:-1])
        rests, movers_rests = (
            schedules.get(match.player_id(seat), NEVER_RESTS) if match.rests else NEVER_RESTS
            for seat in (position.to_move, Seat(match.to_move))
        )
        clock = match.clock.after_move(self.made_at, position.to_move, moved, rests, movers_rests)
        changes: MatchColumns = {"ply": self.played.ply, "to_move": position.to_move, "moved_at": self.made_at}
        changes |= score_columns(position) | clock_changes(match, clock, mover=Seat(match.to_move))
        if match.sealed_move:
            changes |= {"sealed_move": ""}
        if match.draw_offered_by and match.draw_offered_by != match.to_move:
            changes |= {"draw_offered_by": None}  # a move declines the opponent's offer
        return changes | end_columns(position, Ending.PLAYED, self.made_at) if position.result else changes


def commit(move: PendingMove) -> Match:
    """Commit the move, announce it, and return the match after it.

    Inside a transaction of the caller the move is part of that, and is announced after its commit. Raises Conflict, and
    whatever the database raises.
    """
    if not connection.in_atomic_block:
        return submit(move).result()
    (after,) = write([move])
    transaction.on_commit(partial(_committed, move, after))
    return after


def submit(move: PendingMove) -> Future[Match]:
    """Queue the move for a writer thread, which commits and announces it; return a future of the match after the move.

    The future raises Conflict, and whatever the database raises. It cannot be cancelled once the move is being written.
    """
    future: Future[Match] = Future()
    _writer_of(move).submit(move, future)
    return future


async def submitted(move: PendingMove) -> Match:
    """Do the same as `submit` from the event loop, which is woken once for all moves of a commit; return the match.

    Cancelling it does not stop a move that is being written.
    """
    future: asyncio.Future[Match] = asyncio.get_running_loop().create_future()
    _writer_of(move).submit(move, future)
    return await future


def _committed(move: PendingMove, after: Match) -> None:
    """Update the caches of this process after a committed move, and announce it to open pages."""
    MOVES.inc()
    positions.cache(after.pk, move.played)
    if after.finished_at:
        positions.forget_match(after.pk)
    else:
        positions.cache_match(after)
    updates.announce(after)


@STAGES.labels("commit").time()
def write(moves: Sequence[PendingMove]) -> list[Match]:
    """Insert these moves of different matches and update the matches in one transaction; return the matches after them.

    Raises Conflict if one of the rows has changed since it was read, or on any other IntegrityError; and whatever else
    the database raises.
    """
    resters = {player for move in moves for player in move.resters}
    schedules = rest_schedules(resters, min(move.made_at for move in moves))
    updates = [(move, move.columns(schedules)) for move in moves]
    try:
        with transaction.atomic():
            _insert(moves)
            _update(updates)
            after = [with_changes(move.match, columns) for move, columns in updates]
            match_ended.enqueue(*[match for match in after if match.finished_at])
            begin_turns(*[match for match in after if not match.finished_at])
    except IntegrityError as fault:
        raise Conflict from fault
    return after


def _insert(moves: Iterable[PendingMove]) -> None:
    names = ("match", "ply", "text", "made_at")
    values = [(move.match.pk, move.played.ply, move.text, move.made_at) for move in moves]
    rows = _prepared(Move, names, values)
    columns = ", ".join(_column(Move, name) for name in names)
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {_table(Move)} ({columns}) VALUES (%s, %s, %s, %s)", rows)  # noqa: S608


def _update(updates: Iterable[tuple[PendingMove, MatchColumns]]) -> None:
    """Update the rows, with one `executemany` for all that change the same columns.

    Where that would leave the order of primary keys, the rows are locked in it first: all processes lock in one order.
    SQLite has no locks of rows: there the transaction holds the only write lock. Raises Conflict if a row has another
    version than it was read with (optimistic locking).
    """
    alike = defaultdict[tuple[str, ...], list[tuple[Match, MatchColumns]]](list)
    for move, columns in updates:
        alike[tuple(columns)].append((move.match, columns))
    if len(alike) > 1 and connection.features.has_select_for_update:
        _lock([match.pk for changes in alike.values() for match, _columns in changes])
    for names, changes in alike.items():
        values = _prepared(Match, names, [tuple(columns.values()) for _match, columns in changes])
        guards = [(match.version + 1, match.pk, match.version) for match, _columns in changes]
        rows = [(*row, *guard) for row, guard in zip(values, guards, strict=True)]
        assignments = ", ".join(f"{_column(Match, name)} = %s" for name in (*names, "version"))
        guarded = f"{_column(Match, 'id')} = %s AND {_column(Match, 'version')} = %s"
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {_table(Match)} SET {assignments} WHERE {guarded}", rows)  # noqa: S608
            if cursor.rowcount != len(rows):
                raise Conflict


def _lock(keys: Sequence[str]) -> None:
    """Lock the rows of these matches until the transaction ends, in the order of their primary keys (no deadlock)."""
    list(Match.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk").values_list("pk"))


@cache
def _field(model: type[Match | Move], name: str) -> Field[object, object]:
    field = model._meta.get_field(name)
    if not isinstance(field, Field):
        raise TypeError(name)
    return field


@cache
def _column(model: type[Match | Move], name: str) -> str:
    return connection.ops.quote_name(str(_field(model, name).column))


@cache
def _table(model: type[Match | Move]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _prepared(
    model: type[Match | Move], names: Iterable[str], rows: Sequence[tuple[object, ...]]
) -> list[tuple[Any, ...]]:  # as Django types the method
    """Return the rows of these columns as the database driver takes them.

    Fields are asked only about values of rare types: that took as long as the statements.
    """
    fields = [_field(model, name) for name in names]
    adapted = connection.ops.adapt_datetimefield_value

    def prepared(field: Field[object, object], value: object) -> object:
        kind = value.__class__
        if kind is int or kind is str or value is None:
            return value
        return adapted(value) if isinstance(value, datetime) else field.get_db_prep_save(value, connection)

    return [tuple(map(prepared, fields, row)) for row in rows]


class _Writer:
    """A queue of moves, and the thread that commits them on its own connection; started by the first move."""

    def __init__(self) -> None:
        self.waiting: SimpleQueue[_Waiting] = SimpleQueue()
        self.thread: Thread | None = None
        self.lock = Lock()

    def submit(self, move: PendingMove, future: AnyFuture) -> None:
        self.waiting.put((move, future))
        with self.lock:
            if self.thread is None or not self.thread.is_alive():
                self.thread = Thread(target=self._run, name="writer", daemon=True)
                self.thread.start()

    def _run(self) -> None:
        while True:
            batch = [self._next()]
            while len(batch) < LARGEST_BATCH and not self.waiting.empty():
                batch.append(self.waiting.get())
            entries = [one for one in batch if _is_wanted(one[1])]
            for part in _of_different_matches(entries):
                _commit_all(part)

    def _next(self) -> _Waiting:
        """Wait for a move; after `IDLE` seconds without one, release the connection."""
        try:
            return self.waiting.get(timeout=IDLE)
        except Empty:
            _release_connection()
            return self.waiting.get()


AnyFuture = Union["Future[Match]", "asyncio.Future[Match]"]
_Waiting = tuple[PendingMove, AnyFuture]
_writers: dict[tuple[str, bool] | None, _Writer] = {}


def _writer_of(move: PendingMove) -> _Writer:
    return _writers.setdefault(move.lane, _Writer())


def _of_different_matches(batch: list[_Waiting]) -> Iterator[list[_Waiting]]:
    """Split a batch so that no match is twice in one part: a second move of the same match would make that part fail.

    Each part is sorted by primary key, so that all processes insert moves in the same order (lock ordering).
    """
    while batch:
        first = {one[0].match.pk: one for one in reversed(batch)}
        yield [first[pk] for pk in sorted(first)]
        batch = [one for one in batch if first[one[0].match.pk] is not one]


def _commit_all(batch: list[_Waiting], *, again: bool = True) -> None:
    """Commit a batch; if that fails, commit each of its moves by itself, so that one cannot fail the others.

    After an outage the whole batch is retried once on a new connection: a restart of the database shows only when the
    old connection fails. A move that was committed after all, its answer lost, is announced then like any other.
    """
    try:
        results = _written(batch)
    except Exception as fault:
        if not isinstance(fault, Conflict):
            _close_connection()
        if is_outage(fault) and again:
            _commit_all(batch, again=False)
        elif is_outage(fault) or len(batch) == 1:
            _settle([(future, fault) for _move, future in batch])
        else:
            for one in batch:
                _commit_all([one])
        return
    with fanout.gathered():
        for (move, _future), after in zip(batch, results, strict=True):
            try:
                _committed(move, after)
            except Exception:  # pages catch up with their next heartbeat
                log.exception("A move of match %s was not announced", after.pk)
    _settle([(future, after) for (_move, future), after in zip(batch, results, strict=True)])


def _written(batch: list[_Waiting]) -> list[Match]:
    """Do the same as `write`, but let a single move that this writer has committed before be written."""
    moves = [move for move, _future in batch]
    try:
        return write(moves)
    except Conflict:
        if len(moves) == 1 and (after := _match_after(moves[0])):
            return [after]
        raise


def _match_after(move: PendingMove) -> Match | None:
    """Return the match after this move if it is stored as made at that very moment, and nothing has followed it."""
    moves = Move.objects.filter(match=move.match.pk, ply=move.played.ply, text=move.text, made_at=move.made_at)
    after = Match.objects.select_related("first", "second").filter(pk=move.match.pk, version=move.match.version + 1)
    return after.first() if moves.exists() else None


def _is_wanted(future: AnyFuture) -> bool:
    """Return whether the move is still to be made. From now on cancelling the future does not stop it."""
    return future.set_running_or_notify_cancel() if isinstance(future, Future) else not future.cancelled()


def _settle(settled: Iterable[tuple[AnyFuture, Match | Exception]]) -> None:
    """Set the results of the futures, those of one event loop in one callback, as waking a loop is expensive."""
    on_loops = defaultdict[asyncio.AbstractEventLoop, list[tuple[AnyFuture, Match | Exception]]](list)
    for future, result in settled:
        if isinstance(future, Future):
            _set(future, result)
        else:
            on_loops[future.get_loop()].append((future, result))
    for loop, results in on_loops.items():
        try:
            loop.call_soon_threadsafe(_set_all, results)
        except RuntimeError:  # the loop is closed: its process or test is about to end
            log.debug("An event loop closed before its moves were answered")


def _set_all(settled: Iterable[tuple[AnyFuture, Match | Exception]]) -> None:
    for future, result in settled:
        if not future.done():  # it was cancelled meanwhile
            _set(future, result)


def _set(future: AnyFuture, result: Match | Exception) -> None:
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def _release_connection() -> None:
    """Close the connection if it is too old or broken, or return it to its pool; log errors, so the thread goes on."""
    try:
        close_old_connections()
    except Exception as fault:
        log.warning("The writer's connection could not be released: %s: %s", type(fault).__name__, fault)


def _close_connection() -> None:
    try:
        connection.close()
    except Exception:
        log.warning("The writer's connection could not be closed.", exc_info=True)
