"""What Redis has missed while it was away: a bounded number of keys, all of which are deleted before it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from redis import Redis, RedisError

from core.cache import redis_cache
from core.cache.redis_cache import MOST_MISSED, Breaker

KEYS = 20 * MOST_MISSED


class FlakyRedis:
    """A Redis with these keys. The first `faults` deletions fail; `missing` are keys that are missed meanwhile."""

    def __init__(self, breaker: Breaker, keys: set[str], faults: int = 0, missing: tuple[str, ...] = ()) -> None:
        self.breaker, self.keys, self.faults, self.missing = breaker, keys, faults, list(missing)

    def ping(self) -> bool:
        return True

    def scan_iter(self, match: str, count: int) -> Iterator[str]:
        return iter([key for key in self.keys if key.startswith(match.removesuffix("*"))])

    def delete(self, *keys: str) -> int:
        if self.faults:
            self.faults -= 1
            raise RedisError("away again")
        self.keys -= {*keys}
        while self.missing:
            self.breaker.miss([self.missing.pop()])
        return len(keys)


def heal(breaker: Breaker, redis: FlakyRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do in this thread what the breaker's does, without its pauses."""
    monkeypatch.setattr(redis_cache, "PROBE", 0)
    breaker._heal(cast(Redis, redis))


@pytest.fixture
def breaker() -> Breaker:
    """Return an open breaker."""
    breaker = Breaker()
    breaker.prefixes.add("site")
    breaker.is_open = True
    return breaker


def test_a_long_outage_keeps_no_more_keys_than_it_needs(breaker: Breaker) -> None:
    for number in range(KEYS):
        assert breaker.miss([f"site:{number}"])
    assert breaker.miss(f"site:{number}" for number in range(KEYS, 2 * KEYS))
    assert len(breaker._missed) == MOST_MISSED + 1


@pytest.mark.parametrize("number", [3, KEYS])
@pytest.mark.parametrize("faults", [0, 2])
def test_all_that_was_missed_is_deleted(
    breaker: Breaker, monkeypatch: pytest.MonkeyPatch, number: int, faults: int
) -> None:
    missed = [f"site:{one}" for one in range(number)]
    redis = FlakyRedis(breaker, {*missed, "site:late", "other:key"}, faults, ("site:late",))
    breaker.miss(missed)
    heal(breaker, redis, monkeypatch)
    assert redis.keys == {"other:key"}
    assert not breaker.is_open
    assert not breaker._missed
    assert not breaker.miss(["site:1"])
