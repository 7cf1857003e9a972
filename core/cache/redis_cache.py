"""Django's cache on Redis, with a fallback while Redis is down.

If Redis does not answer at once, a circuit breaker opens: the process goes on without it, on a spare cache in its own
memory, until a thread finds that Redis answers again. So an outage costs the requests that meet it first a moment, and
all others nothing. What could not be written or deleted meanwhile is deleted in Redis before it is asked again.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partialmethod
from threading import Lock, Thread
from typing import Any, cast

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry

from core.cache.memory import MemoryCache

logger = logging.getLogger(__name__)

PATIENCE = 0.3  # seconds for Redis to answer
PROBE = 0.5  # seconds between two pings while it is down
MOST_MISSED = 10_000  # keys; with more, all keys of the cache are deleted
SPARE_ENTRIES = 10_000

# As Django types the methods that are overridden here
Options = dict[str, Any]
Key = Any
Seconds = Any
Value = Any


class Breaker:
    """A circuit breaker: whether one Redis answers this process. All caches on that Redis share it."""

    def __init__(self) -> None:
        """Begin closed: Redis is asked."""
        self.is_open = False
        self.prefixes: set[str] = set()  # of the keys of all caches
        self._missed: set[str] = set()
        self._lock = Lock()

    def trip(self, redis: Redis, fault: Exception) -> None:
        """Go on without Redis until it answers again."""
        with self._lock:
            if self.is_open:
                return
            self.is_open = True
        logger.warning("Redis does not answer; the site goes on without it: %s", fault)
        Thread(target=self._heal, args=(redis,), name="redis-probe", daemon=True).start()

    def miss(self, keys: Iterable[str]) -> bool:
        """Note keys that Redis does not learn of; return False if it is back."""
        with self._lock:
            if self.is_open:
                self._note(keys)
            return self.is_open

    def _note(self, keys: Iterable[str]) -> None:
        """Remember keys, at most one more than `MOST_MISSED`: with that many all keys are deleted anyway."""
        for key in keys:
            if len(self._missed) > MOST_MISSED:
                return
            self._missed.add(key)

    def _heal(self, redis: Redis) -> None:
        while True:
            time.sleep(PROBE)
            try:
                redis.ping()
                while not self._closes():
                    self._delete_missed(redis)
            except (RedisError, OSError):
                continue
            logger.warning("Redis answers again")
            return

    def _closes(self) -> bool:
        """Close if nothing out of date is left in Redis; return whether it is closed."""
        with self._lock:
            self.is_open = bool(self._missed)
            return not self.is_open

    def _delete_missed(self, redis: Redis) -> None:
        """Delete in Redis what it has missed; what is missed meanwhile, and all of it if that fails, is left to do."""
        with self._lock:
            missed_keys, self._missed = self._missed, set()
        try:
            if len(missed_keys) > MOST_MISSED:
                for prefix in self.prefixes:
                    for key in redis.scan_iter(match=f"{prefix}:*", count=1000):
                        redis.delete(key)
            else:
                redis.delete(*missed_keys)
        except BaseException:
            with self._lock:
                self._note(missed_keys)
            raise


# What Django asks of a client, with the keys that it changes
OPERATIONS: dict[str, Callable[..., Iterable[Key]]] = {
    **dict.fromkeys(("get", "get_many", "has_key", "clear"), lambda *_values: ()),
    **dict.fromkeys(("add", "set", "touch", "delete", "incr"), lambda key, *_values: (key,)),
    **dict.fromkeys(("set_many", "delete_many"), lambda keys, *_values: keys),
}


class ResilientClient(RedisCacheClient):
    """The connections of this process to one Redis, behind a breaker. Keys come complete, with their prefix."""

    def __init__(self, servers: list[str], *, breaker: Breaker, spare: BaseCache, **options: Value) -> None:
        """Ask Redis first; `spare` serves while it is away."""
        timeouts = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        retry = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))  # a dead connection is renewed once
        all_options: Options = {**timeouts, "retry": retry, **options}
        super().__init__(servers, **all_options)
        self._breaker = breaker
        self._spare = spare

    def ask(self, operation: str, *values: Value) -> Value:
        """Return what Redis answers to one of `OPERATIONS`, or the spare cache."""
        while True:
            if not self._breaker.is_open:
                try:
                    return getattr(super(), operation)(*values)
                except (RedisError, OSError) as fault:
                    self._breaker.trip(self.get_client(write=True), fault)
            if self._breaker.miss(OPERATIONS[operation](*values)):
                return getattr(self._spare, operation)(*values)


for _name in OPERATIONS:
    setattr(ResilientClient, _name, partialmethod(ResilientClient.ask, _name))


_clients: dict[tuple[str, str], ResilientClient] = {}
_breakers: defaultdict[str, Breaker] = defaultdict(Breaker)
_lock = Lock()


class ResilientRedisCache(RedisCache):
    """A cache on Redis that goes on without it; all objects of a process for the same Redis share its connections.

    Two options are its own. `SPARE` is what serves while Redis is away: True for the memory of the process, so that
    limits still count, or False for nothing, where each read is a miss. `LONGEST` bounds the seconds of each entry.
    """

    def __init__(self, server: str, params: Options) -> None:
        """Take Django's parameters of a cache."""
        self._client_options: Options = {**params.get("OPTIONS", {})}
        self._longest: int | None = self._client_options.pop("LONGEST", None)
        self._has_spare: bool = self._client_options.pop("SPARE", True)
        super().__init__(server, {**params, "OPTIONS": self._client_options})
        self._server = server

    @property
    def _cache(self) -> ResilientClient:
        store = self._server, self.key_prefix
        with _lock:
            if store not in _clients:
                memory = MemoryCache(f"spare {store}", {"OPTIONS": {"MAX_ENTRIES": SPARE_ENTRIES}})
                spare = memory if self._has_spare else DummyCache("", {})
                breaker = _breakers[self._server]
                breaker.prefixes.add(self.key_prefix)
                _clients[store] = ResilientClient([self._server], breaker=breaker, spare=spare, **self._client_options)
            return _clients[store]

    def get_backend_timeout(self, timeout: float | None = DEFAULT_TIMEOUT) -> int | None:
        """Return the seconds for which an entry is kept, at most the longest allowed."""
        seconds = cast("int | None", super().get_backend_timeout(timeout))
        if self._longest is None:
            return seconds
        return self._longest if seconds is None else min(seconds, self._longest)
