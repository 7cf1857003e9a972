"""What each probe answers, and what the metrics count."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from pytest_django import Settings

from core.clients import AsgiMessage
from core.live import fanout
from games import workers
from games.jobs import scheduler
from games.jobs.models import Beat, Job
from games.jobs.services import STUCK
from games.matches.models import Match
from numgames import probes
from numgames.probes import SILENCE, Probes, metrics
from tests.alike import one

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


async def probed(path: str, method: str = "GET", client: str = "127.0.0.1", **headers: str) -> tuple[int, str, object]:
    """Return status, type and body of a probe's answer; nothing else reaches the site."""
    sent: list[AsgiMessage] = []

    async def send(event: AsgiMessage) -> None:
        sent.append(event)

    async def page(*_call: object) -> None:
        sent.append({"status": 0, "headers": [(b"Content-Type", b"page")]})
        sent.append({"body": b"{}"})

    names = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": path, "method": method, "client": (client, 1), "headers": names}
    await Probes(page)(scope, None, send)  # type: ignore[arg-type]
    found, body = dict(sent[0]["headers"]), sent[1]["body"].decode()
    if path in {"/healthz", "/readyz", "/metrics"}:
        assert (found[b"Cache-Control"], found[b"X-Content-Type-Options"]) == (b"no-store", b"nosniff")
        assert method == "HEAD" or found[b"Content-Length"] == b"%d" % len(sent[1]["body"])
    return sent[0]["status"], found[b"Content-Type"].decode(), json.loads(body) if body.startswith("{") else body


async def test_probes_are_answered_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    json_type, text = "application/json", "text/plain; charset=utf-8"
    assert await probed("/healthz") == (200, json_type, {"status": "ok"})
    assert await probed("/healthz", "HEAD") == (200, json_type, "")
    assert await probed("/healthz", "POST") == (405, text, "Use GET.\n")
    assert await probed("/healthz/") == (0, "page", {})
    states: dict[str, Callable[[], str]] = {"one": lambda: "ok", "two": lambda: "is late", "three": fail}
    monkeypatch.setattr(probes, "_known", {})
    monkeypatch.setattr(probes, "CHECKS", states)
    checks = {"one": "ok", "two": "is late", "three": "failed (ValueError)"}
    assert await probed("/readyz") == (503, json_type, {"status": "failing", "checks": checks})
    assert await probed("/readyz", "HEAD") == (503, json_type, "")
    monkeypatch.setattr(probes, "_known", {})
    monkeypatch.setattr(probes, "CHECKS", {"one": states["one"]})
    assert await probed("/readyz") == (200, json_type, {"status": "ok", "checks": {"one": "ok"}})
    states["one"] = fail
    assert (await probed("/readyz"))[0] == 200, "what was found a moment ago is told again"


def fail() -> str:
    """Raise an error that names a secret."""
    raise ValueError("a secret")


async def test_metrics_are_for_this_machine_or_for_the_token(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(probes, "metrics", lambda: (b"numbers", "text/x"))
    refused = (
        403,
        "text/plain; charset=utf-8",
        "Metrics are for this machine only, or for those who send the token.\n",
    )
    fine, token = (200, "text/x", "numbers"), {"authorization": "Bearer abc"}
    for client, headers, answer in (
        ("127.0.0.1", {}, fine),
        ("::1", {}, fine),
        ("::ffff:127.0.0.1", {}, fine),
        ("192.0.2.1", {}, refused),
        ("127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, refused),
        ("127.0.0.1", {"X_Real_IP": "127.0.0.1"}, refused),
        ("192.0.2.1", token, refused),
    ):
        assert await probed("/metrics", client=client, **headers) == answer
    settings.METRICS_TOKEN = "abc"
    assert await probed("/metrics") == refused
    assert await probed("/metrics", client="192.0.2.1", **token, forwarded="for=1") == fine
    assert await probed("/metrics", authorization="Bearer abcd") == refused


@pytest.mark.django_db
def test_each_check_says_in_a_few_words_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    with time_machine.travel(NOW, tick=False):
        assert probes._scheduler() == "no scheduler has ever run"
        for silence, words in ((SILENCE - SECOND, "ok"), (SILENCE, "no heartbeat for 30 s")):
            scheduler.beat(scheduler.SCHEDULER, now=NOW - silence)
            assert probes._scheduler() == words
        assert probes._jobs() == "ok"
        for key in "ab":
            one(Job, kind="history.scan", key=key, due_at=NOW - STUCK)
        assert probes._jobs() == "2 due for more than 5 minutes"
        assert probes._database() == "ok"
        assert Beat.objects.get(name=probes.PROBE).beat_at == NOW
    for passes, words in ((True, "ok"), (False, "messages do not come back from Redis")):
        monkeypatch.setattr(fanout, "passes_messages", lambda passes=passes: passes)
        assert probes._events() == words


@pytest.mark.django_db
def test_the_metrics_count_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "load", lambda: (3, 5))
    waiting = {"kind": "a", "state": Job.State.WAITING}
    with time_machine.travel(NOW, tick=False):
        one(Job, key="1", due_at=NOW - STUCK, created_at=NOW - 90 * SECOND, **waiting)
        one(Job, key="2", due_at=NOW - 100 * SECOND, created_at=NOW - 200 * SECOND, **waiting)
        one(
            Job, key="3", due_at=NOW - 999 * SECOND, leased_until=NOW + SECOND, created_at=NOW - 999 * SECOND, **waiting
        )
        one(Job, key="4", kind="b", state=Job.State.DEAD, due_at=NOW, created_at=NOW)
        scheduler.beat(scheduler.SCHEDULER, now=NOW - 7 * SECOND)
        one(Match, deadline_at=NOW)
        one(Match, deadline_at=NOW + SECOND)
        one(Match, deadline_at=NOW, finished_at=NOW)
        text, kind = metrics()
    lines = text.decode().splitlines()
    told = [line.removeprefix("numgames_") for line in lines if line.startswith("numgames_")]
    gauges = ("jobs", "scheduler", "matches", "database", "workers")
    assert [line for line in told if line.startswith(gauges)] == [
        'workers{state="busy"} 3.0',
        'workers{state="idle"} 5.0',
        "database_up 1.0",
        'jobs{kind="a",state="waiting"} 3.0',
        'jobs{kind="b",state="dead"} 1.0',
        "jobs_stuck 1.0",
        "jobs_delay_seconds 100.0",
        "scheduler_silence_seconds 7.0",
        "matches_running 2.0",
        "matches_overdue 1.0",
    ]
    assert kind.startswith("text/plain")
