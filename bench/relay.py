"""CPU of Redis for events between processes: of a message that is published, and of each process that receives it.

Plain channels, and sharded ones (`SSUBSCRIBE`, `SPUBLISH`) of one Redis in cluster mode, which has all the slots.
"""

from __future__ import annotations

import json
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from bench.costs import cpu_seconds
from tests.services import _redis_binary, free_port

MESSAGES = 20_000
SUBSCRIBERS = (0, 8)
SLOTS = 16_384
TOPICS = ["match.abcdefghij", "player.1234", "player.5678"]
EVENT = json.dumps(["0123456789abcdef", [[TOPICS, {"type": "match.changed", "move": "x" * 500}]]])  # about as of a move


def main() -> None:
    """Print the microseconds of both."""
    for sharded in (False, True):
        with served("--cluster-enabled", "yes" if sharded else "no") as (port, pid):
            client = Redis(port=port)
            if sharded:
                command(client, "CLUSTER", "ADDSLOTSRANGE", 0, SLOTS - 1)
                while "cluster_state:ok" not in str(command(client, "CLUSTER", "INFO")):
                    time.sleep(0.1)
            none, some = (cost(port, pid, count, sharded=sharded) for count in SUBSCRIBERS)
            each = (some - none) / SUBSCRIBERS[-1]
        print(
            f"{'sharded' if sharded else 'plain'} channels: {none:.1f} µs of Redis' CPU a message, "
            f"{each:.1f} µs a process that receives it",
            flush=True,
        )


def cost(port: int, pid: int, subscribers: int, *, sharded: bool) -> float:
    """Return the microseconds of Redis' CPU a message with so many subscribers, who read all."""
    with ExitStack() as stack:
        for _subscriber in range(subscribers):
            stack.enter_context(reading(port, sharded=sharded))
        client = Redis(port=port)
        before = cpu_seconds(pid)
        for _message in range(MESSAGES):
            command(client, "SPUBLISH" if sharded else "PUBLISH", "x", EVENT)
        return (cpu_seconds(pid) - before) / MESSAGES * 1e6


def command(client: Redis, *words: str | int) -> object:
    """Send a command, return the answer."""
    answer: object = client.execute_command(*words)  # type: ignore[no-untyped-call]  # redis leaves it without types
    return answer


@contextmanager
def reading(port: int, *, sharded: bool) -> Iterator[None]:
    """Subscribe, and throw away what comes, in a thread."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(b"SSUBSCRIBE x\r\n" if sharded else b"SUBSCRIBE x\r\n")
    connection.recv(1000)

    def read() -> None:
        with suppress(OSError):  # Redis has ended first
            while connection.recv(1 << 20):
                continue

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    try:
        yield
    finally:
        connection.shutdown(socket.SHUT_RDWR)
        thread.join()
        connection.close()


@contextmanager
def served(*options: str) -> Iterator[tuple[int, int]]:
    """Run a Redis with these options; yield its port and its process id."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="numgames-redis-") as folder:
        command = [_redis_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder, *options]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            try:
                Redis(port=port, retry=Retry(ConstantBackoff(0.05), 200)).ping()
                yield port, server.pid
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
