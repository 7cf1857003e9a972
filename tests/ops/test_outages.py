"""Outages of the database or Redis during play: players are told to wait, not that something broke."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
import pytest

from tests.ops.pairs import Pair, make_pairs
from tests.ops.sockets import socket
from tests.ops.tcp_forwarder import Cable, cable_to
from tests.services import postgres_url, redis_url
from tests.serving import Site, migrated_database, running

pytestmark = pytest.mark.postgres  # it cuts the cables to PostgreSQL and Redis

PATIENCE = 90  # seconds
BACKENDS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


class Served:
    """A site on PostgreSQL and Redis, the cables to both, and a match played on it."""

    def __init__(self, site: Site, address: str, database: Cable, redis: Cable, pair: Pair) -> None:
        self.site = site
        self.address = address
        self.database = database
        self.redis = redis
        self.pair = pair

    def browser(self, seat: int = 0) -> httpx.Client:
        """Return the client of a signed-in player."""
        cookies = {"sessionid": self.pair.cookies[seat], "csrftoken": "t" * 32}
        return httpx.Client(
            base_url=self.site.url, cookies=cookies, headers={"X-CSRFToken": "t" * 32}, timeout=PATIENCE
        )

    def move(self) -> httpx.Response:
        """Send the next move as the page does, and return the response."""
        text = self.pair.next_move()
        with self.browser(self.pair.mover) as browser:
            form = {"ply": str(self.pair.ply + 1), "text": text}
            answer = browser.post(f"/matches/{self.pair.match}/move/", data=form, headers={"HX-Request": "true"})
        if answer.status_code == 200:
            self.pair.keep(text)
        return answer


def _through(address: str, cable: Cable) -> str:
    parts = urlsplit(address)
    login = f"{parts.username}@" if parts.username else ""
    return urlunsplit(parts._replace(netloc=f"{login}127.0.0.1:{cable.port}"))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return the site with both services up; assert at the end that no traceback was logged."""
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("site")
        database = stack.enter_context(migrated_database(folder, stack.enter_context(postgres_url())))
        address = database["DATABASE_URL"]  # of PgBouncer, if that is tried
        redis = stack.enter_context(redis_url())
        cables = [stack.enter_context(cable_to(urlsplit(one).port or 0)) for one in (address, redis)]
        env = {"DATABASE_URL": _through(address, cables[0]), "REDIS_URL": f"{_through(redis, cables[1])}/14"}
        site = stack.enter_context(running(folder, env=env, options=("--no-clock",)))
        yield Served(site, database.get("DATABASE_DIRECT_URL", address), cables[0], cables[1], make_pairs(site, 1)[0])


def test_a_restart_of_the_database_between_two_moves_is_not_noticed(served: Served) -> None:
    for _restart in range(3):
        assert served.move().status_code == 200
        with psycopg.connect(served.address, autocommit=True) as connection:
            assert connection.execute(f"SELECT pg_terminate_backend(pid) {BACKENDS}").rowcount
        assert served.move().status_code in (200, 503)
        assert served.move().status_code in (200, 503)


def test_without_the_database_everybody_is_asked_to_wait(served: Served) -> None:
    served.database.pull_out()
    with served.browser() as browser:
        page = browser.get("/lobby/", headers={"Accept-Language": "de"})
        form = browser.post("/lobby/play-now/")
    refused = served.move()
    served.database.plug_in()

    assert [page.status_code, form.status_code, refused.status_code] == [503, 503, 503]
    assert page.headers["Retry-After"] == "5"
    assert '<html lang="de"' in page.text
    assert 'http-equiv="refresh" content="5"' in page.text
    assert 'http-equiv="refresh"' not in form.text  # a reload would not send it again
    assert "set-cookie" not in page.headers  # and they stay signed in
    assert served.move().status_code == 200


def test_a_database_that_takes_no_writes_is_an_outage(served: Served) -> None:
    read_only("on", served)
    refused = served.move()
    with served.browser() as browser:
        readiness = browser.get("/readyz")
    read_only("off", served)

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert readiness.status_code == 503
    assert readiness.json()["checks"]["database"].startswith("failed")
    assert served.move().status_code == 200


def read_only(state: str, served: Served) -> None:
    """Have the database take no writes, as a replica that the site's address leads to after a failover."""
    with psycopg.connect(served.address, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {state}')
        connection.execute(f"SELECT pg_terminate_backend(pid) {BACKENDS}")


async def test_an_open_page_is_told_to_come_again(served: Served) -> None:
    async with socket(served.site, f"/ws/matches/{served.pair.match}/") as page:
        await page.send(json.dumps({"version": -1, "ply": -1}))
        await page.recv()
        served.database.pull_out()
        await page.send(json.dumps({"version": -1, "ply": -1}))
        async with asyncio.timeout(PATIENCE):
            await page.wait_closed()
        served.database.plug_in()
        assert page.close_code == 4013
