"""Metrics: moves and their stages, sockets, jobs, workers, errors and requests; for operators only."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.ops.clients import open_page, play
from tests.ops.pairs import make_pairs
from tests.ops.sockets import socket
from tests.services import postgres_url
from tests.serving import HOME, Site, migrated_database, running

PATIENCE = 60  # seconds
PAUSE = 0.1  # seconds between two polls
MOVES = 4
FAILED_JOB = """
from django.utils import timezone
from games.jobs.models import Job
now = timezone.now()
Job.objects.get_or_create(kind="a", defaults={"state": "dead", "due_at": now, "created_at": now, "request": "x"})
"""


def metrics_of(url: str, **headers: str) -> dict[str, float]:
    """Return the samples, by name and labels as Prometheus writes them."""
    text = httpx.get(f"{url}/metrics", headers=headers, timeout=PATIENCE).raise_for_status().text
    return {
        sample.name + "".join(f" {label}" for _name, label in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def when(url: str, name: str, value: float) -> dict[str, float]:
    """Poll until the metric has the value; return all of them."""
    patience = time.monotonic() + PATIENCE
    while (found := await asyncio.to_thread(metrics_of, url)).get(name) != value:
        assert time.monotonic() < patience, (name, found.get(name))
        await asyncio.sleep(PAUSE)
    return found


def fail_a_job(site: Site) -> None:
    """Have a job that failed for good, and a request for an address that does not exist, which is logged."""
    site.manage("shell", "-v0", "-c", FAILED_JOB)
    httpx.get(f"{site.url}/nowhere/{'x' * 40}/", timeout=PATIENCE)


async def test_moves_are_counted_and_timed_by_stage(site: Site) -> None:
    (pair,) = await asyncio.to_thread(make_pairs, site, 1)
    before = await asyncio.to_thread(metrics_of, site.url)
    await play(pair, (site.url, site.url), MOVES)
    after = await when(site.url, "numgames_sockets", 0)

    assert after["numgames_moves_total"] - before["numgames_moves_total"] == MOVES
    for stage in ("judge", "commit", "tell"):
        counted = f"numgames_move_seconds_count {stage}"
        assert after[counted] - before[counted] >= 1
        assert after[f"numgames_move_seconds_sum {stage}"] > 0
    assert after["numgames_requests_total 200 matches:move"] == MOVES
    assert after["numgames_request_seconds_count matches:move"] == MOVES


async def test_sockets_are_counted_while_they_are_open(site: Site) -> None:
    await when(site.url, "numgames_sockets", 0)
    async with socket(site, "/ws/lobby/"), socket(site, "/ws/lobby/"):
        await when(site.url, "numgames_sockets", 2)
    await when(site.url, "numgames_sockets", 0)


async def test_jobs_workers_errors_and_unknown_addresses_are_counted(site: Site) -> None:
    unknown = "numgames_requests_total 404 none"
    before = metrics_of(site.url).get(unknown, 0)
    fail_a_job(site)
    found = await when(site.url, unknown, before + 1)  # a request is counted after its answer

    assert found["numgames_jobs a dead"] == 1
    assert found["numgames_log_records_total WARNING"] >= 1
    assert found["numgames_jobs_stuck"] == 0
    assert {"numgames_workers busy", "numgames_workers idle", "numgames_matches_overdue"} <= set(found)
    assert found["numgames_database_up"] == 1


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded"])
def test_a_request_through_a_proxy_gets_none(site: Site, header: str) -> None:
    assert httpx.get(f"{site.url}/metrics", headers={header: "127.0.0.1"}, timeout=PATIENCE).status_code == 403


@pytest.mark.thorough
def test_with_a_token_only_the_token_counts(tmp_path: Path) -> None:
    with running(tmp_path, env={"METRICS_TOKEN": "the-token"}) as site:
        assert httpx.get(f"{site.url}/metrics", timeout=PATIENCE).status_code == 403
        assert (
            httpx.get(f"{site.url}/metrics", headers={"Authorization": "Bearer another"}, timeout=PATIENCE).status_code
            == 403
        )
        found = metrics_of(site.url, Authorization="Bearer the-token", **{"X-Forwarded-For": "203.0.113.5"})
        assert found["numgames_database_up"] == 1


@pytest.fixture
def siblings(tmp_path: Path) -> Iterator[list[Site]]:
    """Two processes that share the folder of their metrics."""
    shared = tmp_path / "metrics"
    shared.mkdir()
    with ExitStack() as stack:
        database = stack.enter_context(migrated_database(tmp_path, stack.enter_context(postgres_url())))
        env = database | {"PROMETHEUS_MULTIPROC_DIR": str(shared)}
        sites = [Site(tmp_path, env=env) for _site in range(2)]
        for site in sites:
            site.start()
        yield sites
        for site in sites:
            assert site.process
            if site.process.poll() is None:
                site.stop()


@pytest.mark.thorough
async def test_processes_of_one_machine_add_up_and_the_dead_are_forgotten(siblings: list[Site]) -> None:
    first, second = siblings
    (pair,) = await asyncio.to_thread(make_pairs, first, 1)
    await play(pair, (first.url, first.url), MOVES)
    found = await when(second.url, "numgames_moves_total", MOVES)
    assert found["numgames_requests_total 200 matches:move"] == MOVES

    async with open_page(first.url, pair.match, pair.cookies[0]):
        await when(second.url, "numgames_sockets", 1)
        first.kill()
    await when(second.url, "numgames_sockets", 0)
    assert (await when(second.url, "numgames_moves_total", MOVES))["numgames_database_up"] == 1


async def test_the_dashboard_asks_for_metrics_that_exist(site: Site) -> None:
    text = (HOME / "deploy" / "grafana.json").read_text()
    asked = set(re.findall(r"\b(?:numgames|process)_[a-z_]+", text)) - {"numgames_uid"}
    fail_a_job(site)
    families = {sample.partition(" ")[0] for sample in await when(site.url, "numgames_jobs a dead", 1)}
    histograms = {name.removesuffix("_count") + "_bucket" for name in families if name.endswith("_count")}
    assert asked
    assert asked <= families | histograms
