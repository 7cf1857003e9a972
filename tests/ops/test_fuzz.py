"""Garbage at every address and socket: no answer of 500, no traceback, nothing held; `script/fuzz` sends more."""

from __future__ import annotations

from pathlib import Path

from tests.ops.fuzz import fuzz
from tests.serving import running
from tests.sizes import examples

REQUESTS = examples(80, 300)


def test_garbage_breaks_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    with running(tmp_path, env={"RATE_LIMITS": "0", "DATABASE_POOL": "38"}, options=("--no-clock",)) as site:
        counts, before, after = fuzz(site, REQUESTS)
        assert counts.faults == []
        assert "Traceback" not in site.log, site.log[-5000:]
        assert counts.answers[200]
        assert after.descriptors < before.descriptors + 20
        assert after.threads < before.threads + 20
