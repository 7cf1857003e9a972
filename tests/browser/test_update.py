"""The site is updated while pages are open: they load themselves again, or offer it, once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Tolerance, Windows
from tests.browser.dealing import sit_alone, sit_down
from tests.serving import Site, begin_static_root, running

pytestmark = pytest.mark.own_windows

AT_ONCE = "Math.random = () => 0"  # pages come back, and load themselves again, at a random time
OFFER = "There is a new version of Numgames."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a site with static files of its own, which can be updated."""
    folder = tmp_path_factory.mktemp("site")
    begin_static_root(folder / "static")
    with running(folder, env={"STATIC_ROOT": str(folder / "static")}) as site:
        yield site


def update(site: Site, release: str) -> None:
    """Stop the site, change its static files, and start it again."""
    assert site.stop() == 0
    manifest = Path(site.env["STATIC_ROOT"]) / "staticfiles.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"hash": release}))
    site.start()


def mark(page: Page) -> None:
    """Mark the page; a reload removes the mark."""
    page.evaluate("document.documentElement.dataset.old = ''")


def is_renewed(page: Page, release: str) -> None:
    expect(page.locator(f"html[data-release='{release}']:not([data-old])")).to_be_attached()


@pytest.mark.thorough
def test_a_page_in_rest_reloads_and_one_in_use_offers_it(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "Failed to load")
    anna, bob = sit_down(site, window)
    lobby = bob.context.new_page()
    settings = bob.context.new_page()
    for page in (anna, bob, lobby, settings):
        page.context.add_init_script(AT_ONCE)
    anna.reload()
    bob.reload()
    lobby.goto("/lobby/")
    settings.goto("/accounts/settings/")
    anna.locator("#rack .tile").first.click()
    anna.locator("#board td[data-takes]").first.click()
    expect(anna.locator("#board .staged")).to_be_visible()
    for page in (anna, bob, lobby, settings):
        mark(page)

    update(site, "second000000")

    for page in (bob, lobby, settings):
        is_renewed(page, "second000000")
    expect(anna.locator("#renewal")).to_contain_text(OFFER)
    expect(anna.locator("html[data-old] #board .staged")).to_be_visible()
    anna.locator("#renewal").get_by_role("link", name="Reload").click()
    is_renewed(anna, "second000000")
    expect(anna.locator("#renewal")).to_be_hidden()
    expect(anna.locator("#board .staged")).to_be_visible()  # laid tiles outlast a reload


@pytest.mark.thorough
def test_two_processes_of_two_releases_reload_a_page_once_each(
    site: Site, window: Windows, tolerate: Tolerance
) -> None:
    tolerate("WebSocket")
    page = window()
    page.add_init_script(AT_ONCE)
    # A proxy in front of two processes: pages come from the former one, sockets reach the present one.
    page.add_init_script(
        "new MutationObserver(() => {"
        "  Object.assign(document.documentElement.dataset, { release: 'former000000', loads: sessionStorage.loads });"
        "}).observe(document, { childList: true });"
        "sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1;"
    )
    page.goto("/lobby/")
    expect(page.locator("html[data-loads='2']")).to_be_attached()  # else the page may leave while it is looked at
    expect(page.locator("#renewal")).to_be_visible()
    assert page.evaluate("sessionStorage.loads") == "2"


@pytest.mark.thorough
def test_an_open_dialog_is_waited_for(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "Failed to load")
    anna = sit_alone(site, window)
    anna.add_init_script(AT_ONCE)
    anna.reload()
    anna.wait_for_load_state("load")
    anna.get_by_role("button", name="Pass", exact=True).click()
    expect(anna.locator("#question")).to_be_visible()
    mark(anna)
    seen: list[str] = []
    anna.on("websocket", lambda socket: socket.on("framereceived", lambda frame: seen.append(str(frame))))

    update(site, "third0000000")

    for _look in range(300):
        if any("third0000000" in frame for frame in seen):
            break
        anna.wait_for_timeout(100)
    assert any("third0000000" in frame for frame in seen)
    expect(anna.locator("html[data-old] #question")).to_be_visible()
    anna.keyboard.press("Escape")
    is_renewed(anna, "third0000000")
