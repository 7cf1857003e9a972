"""One worker as its parent sees it: a process that is asked, one call at a time."""

from __future__ import annotations

import pickle
import socket
import subprocess
import sys
from multiprocessing.connection import Connection

from django.conf import settings

from games.workers.errors import TooSlow, WorkerDied

STARTING = 60.0  # seconds that a process may take before it answers its first call, on a busy machine
SLOWNESS = 20  # so much longer than its CPU may a call take by the clock, for the processes are of low priority
CODE = "import sys; sys.path[:] = {path!r}; from games.workers import thinker; thinker.main({call})"


class Worker:
    """A process that thinks, and the line to it.

    It is a fresh Python, never a copy of this process with its threads and its open files. It dies when the line
    is closed, which happens however this process ends. It is in a process group of its own, or Ctrl-C would reach
    it; but not in a session of its own, or Linux would share out the CPU between sessions, whatever the priority.
    """

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            call = f"{theirs.fileno()}, {list(settings.GAME_PACKAGES)}, {settings.WORKERS_NICE}"
            code = CODE.format(path=sys.path, call=call)
            self._process = subprocess.Popen(  # noqa: S603 - our own Python
                [sys.executable, "-c", code], stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], process_group=0
            )
        self._line = Connection(ours.detach())
        self._patience = STARTING

    @property
    def lives(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ask(self, call: bytes, seconds: float) -> tuple[bool, object]:
        """Whether the call gave a result, and the result or the exception; waits for it.

        Raises WorkerDied, or TooSlow when not even the end of its CPU time was heard of; then kill the worker.
        """
        try:
            self._line.send_bytes(call)
            if not self._line.poll(self._patience + seconds * SLOWNESS):
                raise TooSlow("It did not answer in time.")
            answer = self._line.recv_bytes()
        except (EOFError, OSError) as error:
            raise WorkerDied("The process of a worker ended.") from error
        self._patience = 0.0
        good, value = pickle.loads(answer)  # noqa: S301 - from our child
        return good, value

    def kill(self) -> None:
        """Ends the process at once; it holds nothing that could be lost. Who waits for its answer gets WorkerDied."""
        self._process.kill()
        self._process.wait()

    def hang_up(self) -> None:
        """Closes the line, when nobody waits at it any more."""
        self.kill()
        self._line.close()
