"""Ten thousand matches, seen in the browser: the rating table and the history stay fast and readable."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Windows
from tests.browser.devices import PHONE, Device
from tests.serving import Site
from tests.sizes import cases

MOST_QUERIES = 19  # of the page of a player, one each for accuracy, honours of events and studies among them
MAKE = """
import json
from django.conf import settings
from django.test import Client
from accounts.models import User
from tests.crowd import add_crowd

anna = User.objects.create_user("anna")
add_crowd(2000, 10_000, of="anna")
browser = Client()
browser.force_login(anna, settings.AUTHENTICATION_BACKENDS[0])
print(json.dumps(browser.cookies[settings.SESSION_COOKIE_NAME].value))
"""
COUNT = """
import json
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

browser = Client(headers={{"Host": "localhost"}})
browser.cookies[settings.SESSION_COOKIE_NAME] = {cookie!r}
counts = {{}}
for path in {paths!r}:
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(path).status_code == 200, path
    counts[path] = len(queries)
print(json.dumps(counts))
"""
PATHS = ["/ratings/", "/ratings/sudoku/days/", "/matches/by/anna/", "/history/of/anna/", "/history/"]


@pytest.fixture(scope="module")
def cookie(site: Site) -> str:
    """Return a session of anna's, who has played ten thousand matches."""
    known: str = json.loads(site.manage("shell", "-v0", "-c", MAKE).splitlines()[-1])
    return known


@pytest.mark.thorough
@cases("device", {"desk": {}, "phone": PHONE}, default=["phone"])
def test_anna_reads_her_rank_and_her_ten_thousand_matches(
    site: Site, window: Windows, cookie: str, device: Device
) -> None:
    page = window(device=device) if device else window()
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
    page.goto("/ratings/sudoku/days/?find=anna")
    expect(page.locator(".ranks [aria-current]")).to_contain_text("anna")
    page.goto("/history/of/anna/")
    expect(page.locator("main")).to_contain_text(re.compile(r"10,?000 matches"))
    newest = page.locator("#rows .match-row").first.inner_text()
    page.locator("a[rel=next]").first.click()
    page.wait_for_url("**page=2**")
    assert page.locator("#rows .match-row").first.inner_text() != newest


@pytest.mark.thorough
def test_each_of_these_pages_takes_few_queries(site: Site, cookie: str) -> None:
    script = COUNT.format(cookie=cookie, paths=PATHS)
    counts = json.loads(site.manage("shell", "-v0", "-c", script).splitlines()[-1])
    assert {path: count for path, count in counts.items() if count > MOST_QUERIES} == {}
    assert set(counts) == set(PATHS)
