"""Publish/subscribe by topic: events for the open pages of this process and, through Redis, of all other processes.

Subscribers of this process are called directly, in their event loop. Where REDIS_URL is set, each process has one
subscription for all topics, and one thread that publishes: what has gathered meanwhile goes out in one message. An
event may get lost, such as while Redis is down; a page notices with its next heartbeat.
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

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.retry import Retry

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
        _relay().listen()


def unsubscribe(topic: str, subscriber: Subscriber) -> None:
    """Undo `subscribe`. Idempotent."""
    with _lock:
        _subscribers[topic].pop(subscriber, None)
        if not _subscribers[topic]:
            del _subscribers[topic]


def publish(topics: Iterable[str], event: Event, *, here: Event | None = None) -> None:
    """Publish an event, with a `type`, to the subscribers of these topics, from any thread; never raises or waits.

    Call it after the commit. `here` holds further entries for subscribers of this process only, of any type.
    """
    names = list(topics)
    _deliver([(names, {**event, **(here or {})})])
    if settings.REDIS_URL and names:
        if _thread.held is None:
            _relay().publish(names, event)
        else:
            _thread.for_others.append((names, event))


def passes_messages() -> bool:
    """Return whether a message of this process comes back from Redis; always True without Redis."""
    return not settings.REDIS_URL or _relay().echo(ECHO)


@contextmanager
def gathered() -> Iterator[None]:
    """Hold back what this thread publishes in the context, and deliver it at the end.

    Each loop is woken once, and other processes get one message.
    """
    events = _thread.held = []
    for_others: Events = []
    _thread.for_others = for_others
    try:
        yield
    finally:
        _thread.held = None
        _deliver(events)
        if for_others:
            _relay().publish_all(for_others)


class _Thread(local):
    """The events that this thread holds back in `gathered`; None outside of it."""

    held: Events | None = None
    for_others: Events


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
        self.redis = Redis.from_url(
            address,
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            socket_keepalive=True,
            health_check_interval=30,
            retry=Retry(NoBackoff(), 1),  # a dead connection is renewed once
        )
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
                with PubSub(self.redis.connection_pool) as subscription:
                    subscription.subscribe(self.channel)
                    while True:
                        message = subscription.get_message(timeout=IDLE)
                        kind = message["type"] if message else ""
                        if kind == "message":
                            self._heard(message["data"])
                        elif kind == "subscribe":
                            self._note_up()
                            pause = SHORTEST
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


def _relay() -> Relay:
    """Return the relay, made once: of two, each would take the other's events for those of another process."""
    with _making:
        return _made_relay()


@cache
def _made_relay() -> Relay:
    relay = Relay(settings.REDIS_URL, f"{settings.REDIS_PREFIX}.fanout")
    atexit.register(lambda: relay.flush(time.monotonic() + LAST_PATIENCE))
    return relay
