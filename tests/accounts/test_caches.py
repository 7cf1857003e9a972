"""The bounded cache: what is used stays, what is old is only taken where that will do."""

from __future__ import annotations

import pytest

from accounts.caches import Cache


def test_what_was_not_used_for_longest_goes_first() -> None:
    cache: Cache[str, int] = Cache(2)
    cache.put("anna", 1)
    cache.put("bob", 2)
    assert cache.get("anna") == 1
    cache.put("carl", 3)
    assert (cache.get("anna"), cache.get("bob"), cache.get("carl")) == (1, None, 3)
    cache.forget("anna")
    assert cache.get("anna") is None
    cache.clear()
    assert cache.get("carl") is None


def test_an_old_value_is_taken_only_where_a_stale_one_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("accounts.caches.time.monotonic", lambda: now)
    cache: Cache[str, str] = Cache(10, 60.0)
    cache.put("anna", "1500")
    now += 59
    assert cache.get("anna") == "1500"
    now += 2
    assert cache.get("anna") is None
    assert cache.get("anna", stale=True) == "1500"
    cache.put("anna", "1520")
    assert cache.get("anna") == "1520"
