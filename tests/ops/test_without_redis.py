"""Play goes on while Redis is dead or frozen, in two processes; everything heals when it is back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import httpx
import pytest

from tests.ops.clients import PATIENCE, TOKEN, OpenPage, open_page
from tests.ops.pairs import Pair, make_pairs
from tests.ops.tcp_forwarder import Cable, cable_to
from tests.services import redis_url
from tests.serving import Site, running
from tests.sizes import cases

AWAY = "Redis does not answer"
BACK = "Redis answers again"
PASSWORD = "numbers are fun"
POLL = 0.1  # seconds between two looks or heartbeats; a page that sends too many is dropped
REGISTER = f"from accounts.models import User; User.objects.create_user('dora', password='{PASSWORD}')"


class Served:
    """Two processes of a site, the cable to their Redis, and matches between two players."""

    def __init__(self, sites: list[Site], redis: Cable, pairs: list[Pair]) -> None:
        self.sites = sites
        self.redis = redis
        self.pairs = pairs

    def browser(self, cookie: str = "", site: int = 0) -> httpx.Client:
        """Return a client, with this session if there is one."""
        cookies = {"csrftoken": TOKEN} | ({"sessionid": cookie} if cookie else {})
        headers = {"X-CSRFToken": TOKEN}
        return httpx.Client(base_url=self.sites[site].url, cookies=cookies, headers=headers, timeout=PATIENCE)

    async def has_logged(self, line: str, times: int) -> None:
        """Wait until each process has logged this line so often."""
        async with asyncio.timeout(PATIENCE):
            while any(site.log.count(line) < times for site in self.sites):
                for number in range(len(self.sites)):
                    await asyncio.to_thread(self.get, "/lobby/", self.pairs[0].cookies[0], number)
                await asyncio.sleep(POLL)

    def get(self, path: str, cookie: str = "", site: int = 0) -> httpx.Response:
        """Request a page."""
        with self.browser(cookie, site) as browser:
            return browser.get(path)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return the two processes; assert at the end that no traceback was logged."""
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("site")
        redis = stack.enter_context(redis_url())
        cable = stack.enter_context(cable_to(urlsplit(redis).port or 0))
        env = {"REDIS_URL": f"redis://127.0.0.1:{cable.port}/13", "REDIS_PREFIX": "without"}
        env["DJANGO_SETTINGS_MODULE"] = "tests.fixed_deals.settings"  # with quick passwords
        site = stack.enter_context(running(folder, env=env))
        other = Site(folder, env=site.env, options=("--no-clock",))
        other.start()
        site.manage("shell", "-v0", "-c", REGISTER)
        try:
            yield Served([site, other], cable, make_pairs(site, 2))
        finally:
            assert other.stop() == 0, other.log
        assert "Traceback" not in other.log, other.log


async def caught_up(page: OpenPage, ply: int) -> None:
    """Send heartbeats until the page shows this ply, as a page that got no change does."""
    async with asyncio.timeout(PATIENCE):
        while not page.heard or page.heard[-1] < ply:
            await asyncio.sleep(POLL)
            await page.socket.send(json.dumps({"version": 0, "ply": 0}))
            message = json.loads(await page.socket.recv())
            if "data" in message:
                page.heard.append(message["data"]["ply"])


async def by_socket(page: OpenPage, ply: int, text: str) -> bool:
    """Send a move over the socket; return whether it was played."""
    await page.socket.send(json.dumps({"request": 1, "move": {"ply": ply, "text": text}}))
    async with asyncio.timeout(PATIENCE):
        while "answers" not in (message := json.loads(await page.socket.recv())):
            continue
    return bool(message["data"]["played"])


@cases("fault", ["dead", "frozen"], default=["dead"])
async def test_play_goes_on_without_redis(served: Served, fault: str) -> None:
    pair = served.pairs[fault == "frozen"]
    known = served.sites[0].log.count(BACK)
    async with (
        open_page(served.sites[0].url, pair.match, pair.cookies[0]) as anna,
        open_page(served.sites[1].url, pair.match, pair.cookies[1]) as bob,
    ):
        if fault == "dead":
            served.redis.pull_out()
        else:
            served.redis.freeze()
        pages = [served.get("/lobby/", cookie, site) for site in (0, 1) for cookie in pair.cookies]
        assert [page.status_code for page in pages] == [200] * 4

        with served.browser() as browser:
            form = {"login": "dora", "password": PASSWORD}
            assert browser.post("/accounts/login/", data=form).headers["Location"] == "/lobby/"
            assert browser.get("/lobby/").status_code == 200

        first = pair.next_move()
        await (anna if pair.mover == 0 else bob).post(1, first)
        pair.keep(first)
        await asyncio.gather(caught_up(anna, 1), caught_up(bob, 1))
        second = pair.next_move()
        assert await by_socket(anna if pair.mover == 0 else bob, 2, second)
        pair.keep(second)
        await asyncio.gather(caught_up(anna, 2), caught_up(bob, 2))

        await served.has_logged(AWAY, known + 1)
        if fault == "dead":
            served.redis.plug_in()
        else:
            served.redis.thaw()
        await served.has_logged(BACK, known + 1)
        third = pair.next_move()
        mover, other = (anna, bob) if pair.mover == 0 else (bob, anna)
        await mover.post(3, third)
        pair.keep(third)
        await caught_up(other, 3)
    assert [site.log.count(AWAY) for site in served.sites] == [known + 1] * 2


@pytest.mark.thorough  # by default: play without Redis
async def test_a_session_that_ended_while_redis_was_frozen_stays_ended(served: Served) -> None:
    known = served.sites[0].log.count(BACK)
    with httpx.Client(base_url=served.sites[0].url, timeout=PATIENCE) as browser:
        browser.get("/accounts/login/")
        form = {"login": "dora", "password": PASSWORD, "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        browser.post("/accounts/login/", data=form)
        session = browser.cookies["sessionid"]
        assert browser.get("/accounts/settings/").status_code == 200
        served.redis.freeze()
        left = browser.post("/accounts/logout/", data={"csrfmiddlewaretoken": browser.cookies["csrftoken"]})
        assert left.headers["Location"] == "/"
    await served.has_logged(AWAY, known + 1)
    served.redis.thaw()
    await served.has_logged(BACK, known + 1)
    for site in (0, 1):
        assert served.get("/accounts/settings/", session, site).status_code == 302


async def test_limits_hold_without_redis(served: Served) -> None:
    known = served.sites[0].log.count(BACK)
    served.redis.pull_out()
    with served.browser() as browser:
        for _guess in range(5):
            browser.post("/accounts/login/", data={"login": "anna0", "password": "a guess"})
        refused = browser.post("/accounts/login/", data={"login": "anna0", "password": "a guess"})
    assert "Too many" in refused.text
    await served.has_logged(AWAY, known + 1)
    served.redis.plug_in()
    await served.has_logged(BACK, known + 1)
