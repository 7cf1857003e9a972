"""CPU of Redis for events between processes: of a message that is published, and of each process that receives it.

Plain channels, and sharded ones (`SSUBSCRIBE`, `SPUBLISH`) of one Redis in cluster mode, which has all the slots. Then
the channels of a site on a cluster of three nodes: the CPU of each node, of all messages.
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
from redis.crc import REDIS_CLUSTER_HASH_SLOTS as SLOTS
from redis.crc import key_slot
from redis.retry import Retry

from bench.costs import cpu_seconds
from core.live.shards import shard_channels
from tests.services import ClusterNode, _redis_binary, free_port, redis_cluster

MESSAGES = 20_000
SUBSCRIBERS = (0, 8)
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
    with redis_cluster() as nodes:
        for count in SUBSCRIBERS:
            each_node = ", ".join(f"{spent:.1f}" for spent in costs_of_nodes(nodes, count))
            print(
                f"three nodes, {count} processes that receive: {each_node} µs of each node's CPU a message", flush=True
            )


def costs_of_nodes(nodes: list[ClusterNode], subscribers: int) -> list[float]:
    """Return the microseconds of each node's CPU a message, where messages take all channels in turn."""
    channels = shard_channels("bench")
    places = [nodes[key_slot(channel.encode()) * len(nodes) // SLOTS].port for channel in channels]
    with ExitStack() as stack:
        for _subscriber in range(subscribers):
            for channel, port in zip(channels, places, strict=True):
                stack.enter_context(reading(port, sharded=True, channel=channel))
        clients = [Redis(port=port) for port in places]
        before = [cpu_seconds(node.process.pid) for node in nodes]
        for message in range(MESSAGES):
            shard = message % len(channels)
            command(clients[shard], "SPUBLISH", channels[shard], EVENT)
        return [
            (cpu_seconds(node.process.pid) - then) / MESSAGES * 1e6 for node, then in zip(nodes, before, strict=True)
        ]


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
def reading(port: int, *, sharded: bool, channel: str = "x") -> Iterator[None]:
    """Subscribe to the channel, and throw away what comes, in a thread."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(f"{'SSUBSCRIBE' if sharded else 'SUBSCRIBE'} {channel}\r\n".encode())
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
