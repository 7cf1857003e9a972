"""SQLite for a site: transactions of a process begin in the order in which they were asked for.

SQLite lets one connection write at a time. Who has to wait asks again and again, with ever longer pauses (up to
100 ms): beside writers that begin again at once, a move waits for half a second although each of them writes for
milliseconds only. Here they stand in a queue (FIFO), and SQLite's own waiting is left to those of other processes.
"""

from __future__ import annotations

from collections import deque
from threading import Lock

from django.db.backends.sqlite3 import base


class Turnstile:
    """A lock that is handed on in the order in which it was asked for; `threading.Lock` lets others overtake."""

    def __init__(self) -> None:
        """Begin free."""
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def acquire(self, timeout: float) -> bool:
        """Wait for the lock for this many seconds; return whether it was got."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._guard:
            if turn not in self._waiting:  # it was handed over just now
                return True
            self._waiting.remove(turn)
            return False

    def release(self) -> None:
        """Hand the lock to the first who waits."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


writers: dict[str, Turnstile] = {}  # by database


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds its turn from the beginning of a transaction to its end.

    What it overrides are the few methods of Django's own backend that its type stubs do not know.
    """

    turn: Turnstile | None = None

    def _start_transaction_under_autocommit(self) -> None:
        turnstile = writers.setdefault(str(self.settings_dict["NAME"]), Turnstile())
        # Who gets no turn in time asks SQLite itself, which says that the database is locked.
        if turnstile.acquire(float(self.settings_dict["OPTIONS"].get("timeout", 5))):
            self.turn = turnstile
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # where it raises, a rollback follows
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self.turn = self.turn, None
        if turn is not None:
            turn.release()
