"""A worker process as its parent sees it."""

from __future__ import annotations

import pickle
import socket
import subprocess
import sys
from multiprocessing.connection import Connection

from django.conf import settings

from games.workers.errors import TooSlow, WorkerDied

STARTING = 60.0  # seconds that a process may take to start on a busy machine
SLOWNESS = 20  # wall time allowed for each second of CPU time, because workers have low priority
CODE = "import sys; sys.path[:] = {path!r}; from games.workers import worker_process; worker_process.main({call})"


class Worker:
    """A worker process and the connection to it.

    It is a new interpreter, because a fork would copy this process's locks and open files without its threads. It exits
    when the connection is closed, which happens however this process ends. It has a process group of its own, so that
    Ctrl-C does not reach it, but not a session of its own: Linux's autogroup scheduling would share the CPU equally
    between sessions and ignore the niceness.
    """

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            call = f"{theirs.fileno()}, {list(settings.GAME_PACKAGES)}, {settings.WORKERS_NICE}"
            code = CODE.format(path=sys.path, call=call)
            self._process = subprocess.Popen(  # noqa: S603 - our own Python
                [sys.executable, "-c", code], stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], process_group=0
            )
        self._connection = Connection(ours.detach())
        self._start_allowance = STARTING

    @property
    def lives(self) -> bool:
        """Return whether the process is running."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    def ask(self, call: bytes, seconds: float) -> tuple[bool, object]:
        """Send the pickled call and wait; return True and its result, or False and its exception.

        A call that exceeds its `seconds` of CPU time answers with TooSlow. Raises TooSlow if the worker does not even
        answer that within `SLOWNESS` times as long, and WorkerDied; after either the worker must be closed.
        """
        try:
            self._connection.send_bytes(call)
            if not self._connection.poll(self._start_allowance + seconds * SLOWNESS):
                raise TooSlow("It did not answer in time.")
            answer = self._connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise WorkerDied("The process of a worker ended.") from error
        self._start_allowance = 0.0
        good, value = pickle.loads(answer)  # noqa: S301 - from our child
        return good, value

    def kill(self) -> None:
        """Kill the process, which has no state to lose; `ask` raises WorkerDied in a thread that waits for it."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Kill the process and close the connection; no thread may be waiting in `ask`."""
        self.kill()
        self._connection.close()
