"""What an orchestrator asks: whether the process lives, and whether the site can do its work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.ops.pairs import make_pairs
from tests.ops.tcp_forwarder import Cable, cable_to
from tests.services import postgres_url, redis_url
from tests.serving import Site, migrated_database, running

PATIENCE = 90  # seconds
PAUSE = 0.2  # seconds between two polls
STUCK = """
from datetime import timedelta
from django.utils import timezone
from games.jobs.models import Job
long_ago = timezone.now() - timedelta(hours=1)
Job.objects.create(kind="of.a.removed.app", due_at=long_ago, created_at=long_ago, request="x")
"""
SECRET = "correct-horse"
Report = dict[str, Any]  # JSON
READY = {"database": "ok", "events": "ok", "scheduler": "ok", "jobs": "ok"}


def readiness_of(url: str, until: Callable[[Report], bool]) -> tuple[int, Report]:
    """Poll /readyz until its answer is as expected; return the last status and answer."""
    patience = time.monotonic() + PATIENCE
    while True:
        answer = httpx.get(f"{url}/readyz", timeout=PATIENCE)
        if until(answer.json()) or time.monotonic() > patience:
            return answer.status_code, answer.json()
        time.sleep(PAUSE)


@pytest.mark.thorough  # by default: a site before and after it loses a service
def test_a_site_that_works_is_ready(site: Site) -> None:
    status, report = readiness_of(site.url, lambda report: report["status"] == "ok")

    assert (status, report) == (200, {"status": "ok", "checks": READY})
    assert httpx.get(f"{site.url}/healthz", timeout=PATIENCE).json() == {"status": "ok"}
    assert httpx.head(f"{site.url}/readyz", timeout=PATIENCE).status_code == 200
    assert httpx.post(f"{site.url}/readyz", timeout=PATIENCE).status_code == 405


@pytest.mark.thorough
def test_probes_come_by_address_and_without_https(tmp_path: Path) -> None:
    env = {"SITE_URL": "https://numgames.example", "ALLOWED_HOSTS": "numgames.example"}
    with running(tmp_path, env=env) as site:
        probe = f"http://127.0.0.1:{site.port}"
        assert [httpx.get(f"{probe}{path}", timeout=PATIENCE).status_code for path in ("/healthz", "/metrics")] == [
            200,
            200,
        ]
        assert readiness_of(probe, lambda report: report["status"] == "ok")[0] == 200
        assert httpx.get(f"{probe}/lobby/", timeout=PATIENCE).status_code in (301, 400)


@pytest.mark.thorough
def test_a_site_without_a_scheduler_is_alive_but_not_ready(tmp_path: Path) -> None:
    with running(tmp_path, options=("--no-clock",)) as site:
        status, report = readiness_of(site.url, lambda report: report["checks"]["database"] == "ok")
        assert status == 503
        assert report["checks"] == READY | {"scheduler": "no scheduler has ever run"}
        assert httpx.get(f"{site.url}/healthz", timeout=PATIENCE).status_code == 200


@pytest.mark.thorough
def test_a_job_that_no_runner_takes_is_told(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        site.manage("shell", "-v0", "-c", STUCK)
        status, report = readiness_of(site.url, lambda report: report["checks"]["jobs"] != "ok")
        assert (status, report["checks"]["jobs"]) == (503, "1 due for more than 5 minutes")


class Services:
    """A site on PostgreSQL and Redis, and the cables to both."""

    def __init__(self, site: Site, database: Cable, redis: Cable) -> None:
        self.site = site
        self.database = database
        self.redis = redis


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Return a site whose services can be disconnected."""
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("site")
        address = stack.enter_context(migrated_database(folder, stack.enter_context(postgres_url())))["DATABASE_URL"]
        redis = stack.enter_context(redis_url())
        database, cable = (stack.enter_context(cable_to(urlsplit(one).port or 0)) for one in (address, redis))
        name = urlsplit(address).path
        env = {
            "DATABASE_URL": f"postgres://numgames:{SECRET}@127.0.0.1:{database.port}{name}",
            "REDIS_URL": f"redis://127.0.0.1:{cable.port}/11",
        }
        yield Services(stack.enter_context(running(folder, env=env)), database, cable)


async def test_a_lost_service_is_named_and_its_secrets_are_not(services: Services) -> None:
    url = services.site.url
    await asyncio.to_thread(make_pairs, services.site, 1)
    assert readiness_of(url, lambda report: report["status"] == "ok") == (200, {"status": "ok", "checks": READY})

    services.redis.pull_out()
    status, report = readiness_of(url, lambda report: report["checks"]["events"] != "ok")
    assert (status, report["checks"]["database"]) == (503, "ok")
    services.redis.plug_in()
    assert readiness_of(url, lambda report: report["status"] == "ok")[0] == 200

    services.database.pull_out()
    status, report = readiness_of(url, lambda report: report["checks"]["database"] != "ok")
    assert status == 503
    assert httpx.get(f"{url}/healthz", timeout=PATIENCE).json() == {"status": "ok"}
    assert "numgames_database_up 0.0" in httpx.get(f"{url}/metrics", timeout=PATIENCE).text
    services.database.plug_in()
    assert readiness_of(url, lambda report: report["status"] == "ok")[0] == 200

    assert SECRET not in str(report)
    assert SECRET not in services.site.log
