"""Publish/subscribe by topic: events for the open pages of this process and, through Redis, of all other processes.

Subscribers of this process are called directly, in their event loop. Where REDIS_URL is set, each process has one
subscription for all topics, and one thread that publishes: what has gathered meanwhile goes out in one message. An
event may get lost, such as while Redis is down; a page notices with its next heartbeat.

Where REDIS_CLUSTER_URL is set, events are spread over sharded channels of a Redis Cluster (`SPUBLISH`), and
each process subscribes to all of them. The first topic of an event says which channel it takes, so events with the same
first topic keep their order, such as those of a match. Others may overtake each other: pages go by the version.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import logging
import queue
import random
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from threading import Event as ThreadEvent
from threading import Lock, Thread, local
from typing import Any, Protocol
from weakref import WeakKeyDictionary
from zlib import crc32

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.crc import key_slot
from redis.retry import Retry

from core.live.shards import address_at, shard_channels

logger = logging.getLogger(__name__)

SHORTEST, LONGEST = 0.1, 5.0  # seconds before a new subscription; doubled with each failure (backoff)
IDLE = 10.0  # seconds to wait for a message before the connection is checked
TIMEOUT = 5.0  # seconds for Redis to take a message
ECHO = 2.0  # seconds for a message to come back
MOST_WAITING = 10_000  # events, or commits, that wait to be published; more are dropped
MOST_AT_ONCE = 500  # of these in one message
LAST_PATIENCE = 2.0  # seconds for which an exiting process waits for its last events

Event = Mapping[str, Any]  # JSON between processes: its shape depends on the topic
Events = list[tuple[list[str], Event]]  # each with its topics


class Subscriber(Protocol):
    """An object that receives the events of its topics, in the event loop in which it subscribed."""

    def on_event(self, event: Event) -> None:
        """Handle an event without blocking; called once for each topic of the event that it subscribed to."""


_subscribers: defaultdict[str, dict[Subscriber, asyncio.AbstractEventLoop]] = defaultdict(dict)
_queued: WeakKeyDictionary[asyncio.AbstractEventLoop, Events] = WeakKeyDictionary()
_lock, _making = Lock(), Lock()
_jitter = random.SystemRandom()  # without state, so that seeded randomness elsewhere is undisturbed


def subscribe(topic: str, subscriber: Subscriber) -> None:
    """Have this subscriber receive the events of the topic in the running event loop, until it unsubscribes."""
    with _lock:
        _subscribers[topic][subscriber] = asyncio.get_running_loop()
    if settings.REDIS_URL:
        for relay in _relays():
            relay.listen()


def unsubscribe(topic: str, subscriber: Subscriber) -> None:
    """Undo `subscribe`. Idempotent."""
    with _lock:
        _subscribers[topic].pop(subscriber, None)
        if not _subscribers[topic]:
            del _subscribers[topic]


def publish(
    topics: Iterable[str], event: Event, *, here: Event | None = None, there: Callable[[], Event] | None = None
) -> None:
    """Publish an event, with a `type`, to the subscribers of these topics, from any thread; never raises or waits.

    Call it after the commit. `here` holds further entries for subscribers of this process only, of any type; `there`
    returns further ones for those of other processes, where there may be any.
    """
    named = list(topics)  # the first one chooses the channel
    _deliver([(named, {**event, **(here or {})})])
    if settings.REDIS_URL and named:
        relays = _relays()
        chosen = relays[crc32(named[0].encode()) % len(relays)]
        message = {**event, **_further(there)} if there else event
        if _thread.held is None:
            chosen.publish(named, message)
        else:
            _thread.for_others[chosen].append((named, message))


def _further(there: Callable[[], Event]) -> Event:
    """Return the entries for other processes; none if that fails, so that their pages still learn of the event."""
    try:
        return there()
    except Exception:
        logger.exception("An event goes without its entries for other processes")
        return {}


def passes_messages() -> bool:
    """Return whether a message of this process comes back from Redis; always True without Redis."""
    return not settings.REDIS_URL or all(relay.echo(ECHO) for relay in _relays())


@contextmanager
def gathered() -> Iterator[None]:
    """Hold back what this thread publishes in the context, and deliver it at the end.

    Each loop is woken once, and other processes get one message (one on each channel of a cluster).
    """
    held = _thread.held = []
    for_others = _thread.for_others = defaultdict(list)
    try:
        yield
    finally:
        _thread.held = None
        _deliver(held)
        for relay, events in for_others.items():
            relay.publish_all(events)


class _Thread(local):
    """The events that this thread holds back in `gathered`; None outside of it."""

    held: Events | None = None
    for_others: dict[Relay, Events]


_thread = _Thread()


def _deliver(events: Events) -> None:
    """Queue events for the loops of their subscribers; each loop is woken once for all that is queued meanwhile."""
    if _thread.held is not None:
        _thread.held += events
        return
    idle = set[asyncio.AbstractEventLoop]()
    with _lock:
        for topics, event in events:
            for loop in {loop for topic in topics for loop in _subscribers.get(topic, {}).values()}:
                queued = _queued.setdefault(loop, [])
                if not queued:
                    idle.add(loop)
                queued.append((topics, event))
    for loop in idle:
        try:
            loop.call_soon_threadsafe(_call_all)
        except RuntimeError:  # its process or test is about to end
            logger.debug("An event loop closed before its subscribers had left")


def _call_all() -> None:
    running = asyncio.get_running_loop()
    with _lock:
        queued = _queued.pop(running, [])
    for topics, event in queued:
        _call(running, topics, event)


def _call(running: asyncio.AbstractEventLoop, topics: list[str], event: Event) -> None:
    with _lock:
        subscribers = [
            subscriber
            for topic in topics
            for subscriber, loop in _subscribers.get(topic, {}).items()
            if loop is running
        ]
    for subscriber in subscribers:
        try:
            subscriber.on_event(event)
        except Exception:
            logger.exception("An event was not handled: %s", event["type"])


class Relay:
    """Carries events between this process and all others that share the Redis channel."""

    def __init__(self, address: str, channel: str) -> None:
        """Connect when the first event is published or received."""
        self.channel = channel
        self.origin = secrets.token_hex(8)  # of this process, which ignores its own messages
        self.redis = _connect(address)
        self.waiting: queue.Queue[Events] = queue.Queue(MOST_WAITING)
        self.threads: dict[str, Thread] = {}
        self.down = False
        self.lock = Lock()
        self.echoed = ThreadEvent()

    def publish(self, topics: list[str], event: Event) -> None:
        """Queue an event for the publishing thread; dropped if too many wait."""
        self.publish_all([(topics, event)])

    def publish_all(self, events: Events) -> None:
        """Queue events that go in one message."""
        self._run("fanout-publish", self._publish_all)
        try:
            self.waiting.put_nowait(events)
        except queue.Full:
            self._note_down("too many events wait")

    def listen(self) -> None:
        """Receive the events of other processes from now on."""
        self._run("fanout-listen", self._listen)

    def echo(self, seconds: float) -> bool:
        """Publish a message without events; return whether it comes back within this many seconds."""
        self.listen()
        self.echoed.clear()
        until = time.monotonic() + seconds
        while not self.echoed.is_set() and time.monotonic() < until:
            try:
                self._send(json.dumps([self.origin, []]))
            except (RedisError, OSError):
                return False
            self.echoed.wait(0.1)  # the subscription may have been made after the message
        return self.echoed.is_set()

    def flush(self, until: float) -> None:
        """Wait until the queued events are published, or until this time of the monotonic clock."""
        while self.waiting.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.005)

    def _run(self, name: str, work: Callable[[], None]) -> None:
        if name in self.threads:
            return
        with self.lock:
            if name not in self.threads:
                self.threads[name] = Thread(target=work, name=name, daemon=True)
                self.threads[name].start()

    def _publish_all(self) -> None:
        while True:
            batches = [self.waiting.get(), *self._gathered()]
            try:
                self._send(json.dumps([self.origin, [event for batch in batches for event in batch]]))
                self._note_up()
            except (RedisError, OSError) as fault:
                self._note_down(fault)
            except Exception:
                logger.exception("Events were not published")
            for _batch in batches:
                self.waiting.task_done()

    def _send(self, message: str) -> None:
        self.redis.publish(self.channel, message)

    @contextmanager
    def _subscribed(self) -> Iterator[PubSub]:
        with PubSub(self.redis.connection_pool) as subscription:
            subscription.subscribe(self.channel)
            yield subscription

    def _gathered(self) -> Iterator[Events]:
        for _place in range(MOST_AT_ONCE):
            try:
                yield self.waiting.get_nowait()
            except queue.Empty:
                return

    def _listen(self) -> None:
        """Stay subscribed; reconnect with exponential backoff and jitter."""
        pause = SHORTEST
        while True:
            try:
                with self._subscribed() as subscription:
                    while True:
                        message = subscription.get_message(timeout=IDLE)
                        kind = message["type"] if message else ""
                        if kind in ("message", "smessage"):
                            self._heard(message["data"])
                        elif kind in ("subscribe", "ssubscribe"):
                            self._note_up()
                            pause = SHORTEST
                        elif kind == "sunsubscribe":  # unasked: another node has the slot now
                            raise RedisError("the channel has moved to another node")
            except (RedisError, OSError) as fault:
                self._note_down(fault)
            except Exception:
                logger.exception("The subscription ended; it is renewed")
            time.sleep(pause * (0.5 + _jitter.random() / 2))
            pause = min(2 * pause, LONGEST)

    def _heard(self, data: bytes) -> None:
        origin, batch = json.loads(data)
        if origin == self.origin:
            self.echoed.set()
        else:
            _deliver(batch)

    def _note_down(self, fault: object) -> None:
        if not self.down:
            self.down = True
            logger.warning("Redis is away; pages of other processes hear of changes late: %s", fault)

    def _note_up(self) -> None:
        if self.down:
            self.down = False
            logger.warning("Redis is back")


class ShardedRelay(Relay):
    """The same on one sharded channel of a Redis Cluster, at whichever node has its slot."""

    def __init__(self, addresses: list[str], channel: str) -> None:
        """Take the addresses of nodes, any of which may be away, and look for the channel's when it is needed."""
        super().__init__(addresses[0], channel)
        self.addresses = addresses
        self.node: Redis | None = None  # where messages go; None until it is found
        self.sending = Lock()

    def _send(self, message: str) -> None:
        with self.sending:
            known = self.node is not None
            try:
                self._send_to_node(message)
            except (RedisError, OSError):
                if not known:
                    raise
                self._send_to_node(message)  # the node was away, or the slot has moved

    def _send_to_node(self, message: str) -> None:
        self.node = self.node or self._find()
        try:
            self.node.spublish(self.channel, message)
        except (RedisError, OSError):
            self.node.close()
            self.node = None
            raise

    @contextmanager
    def _subscribed(self) -> Iterator[PubSub]:
        with self._find() as node, PubSub(node.connection_pool) as subscription:
            subscription.ssubscribe(self.channel)
            yield subscription

    def _find(self) -> Redis:
        """Return a client of the node that has the channel's slot, as the first node says that answers."""
        slot = key_slot(self.channel.encode())
        fault: Exception = RedisError("no node of the cluster has the slot of the channel")
        for address in self.addresses:
            try:
                with _connect(address) as node:
                    ranges: Any = node.execute_command("CLUSTER SLOTS")  # the client does not type answers
            except (RedisError, OSError) as failed:
                fault = failed
                continue
            for first, last, (host, port, *_names), *_replicas in ranges:
                if first <= slot <= last:
                    return _connect(address_at(address, host.decode() if host else "", port))
        raise fault


def _connect(address: str) -> Redis:
    return Redis.from_url(
        address,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        socket_keepalive=True,
        health_check_interval=30,
        retry=Retry(NoBackoff(), 1),  # a dead connection is renewed once
    )


def _relays() -> list[Relay]:
    """Return the relays, made once: of two, each would take the other's events for those of another process."""
    with _making:
        return _made_relays()


@cache
def _made_relays() -> list[Relay]:
    channel = f"{settings.REDIS_PREFIX}.fanout"
    relays = [Relay(settings.REDIS_URL, channel)]
    if addresses := settings.REDIS_CLUSTER_URL:
        relays = [ShardedRelay(addresses, name) for name in shard_channels(channel)]
    atexit.register(_flush, relays)
    return relays


def _flush(relays: list[Relay]) -> None:
    until = time.monotonic() + LAST_PATIENCE
    for relay in relays:
        relay.flush(until)
