"""Chromium for stories that are told through the page alone.

A story asks for `newcomer` and gets players, each in a browser window of their own:

    def test_anna_beats_bob(newcomer, site):
        anna = newcomer("anna")
        bob = newcomer("bob", device=PHONE, javascript=False)
        anna.goto("/lobby/")
        …
        site.restart()

`window()` opens the site without signing up. What a page logs as an error (a script's fault, a breach of the
Content-Security-Policy, a 4xx answer) fails the test at its end, unless the test said `tolerate("422", …)` before.
Data is made through pages or `site.manage(…)`: the ORM of the tests sees another database.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.chromium import QUIET, browser_program
from tests.browser.devices import DESKTOP
from tests.conftest import PASSWORD
from tests.serving import Site

PATIENCE = 40_000  # milliseconds: a page that missed a push heals after 20 seconds at the latest


class Windows(Protocol):
    """Opens a browser window with its own cookies; `more` goes to Playwright's `new_context`."""

    def __call__(self, *, device: dict[str, Any] = DESKTOP, javascript: bool = True, **more: Any) -> Page:
        """The window's page, still empty; `page.goto("/")` opens the front door."""


class Newcomers(Protocol):
    """Signs up a new player through the page, in a window of its own."""

    def __call__(self, name: str, *, device: dict[str, Any] = DESKTOP, javascript: bool = True, **more: Any) -> Page:
        """Return the page after it, the lobby. The password is PASSWORD."""


def _lifetime(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """Return how long the browser lives: a session with asynchronous tests cannot keep Playwright's loop."""
    return "session" if all(arg.startswith("tests/browser") for arg in config.args) else "module"


@pytest.fixture(scope=_lifetime)
def chromium() -> Iterator[Browser]:
    """The browser."""
    expect.set_options(timeout=PATIENCE)
    program = browser_program()
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=QUIET) as browser:
        yield browser


class Tolerance:
    """The logged errors that belong to the story."""

    def __init__(self) -> None:
        self.patterns: list[str] = []

    def __call__(self, *patterns: str) -> None:
        """From now on a logged error is fine if one of these patterns is found in it."""
        self.patterns += patterns

    def covers(self, fault: str) -> bool:
        """Return whether the story expects this error."""
        return any(re.search(pattern, fault) for pattern in self.patterns)


@pytest.fixture
def tolerate() -> Tolerance:
    """`tolerate("422", "WebSocket")`: logged errors that match one of these patterns belong to the story."""
    return Tolerance()


@pytest.fixture
def window(chromium: Browser, site: Site, tolerate: Tolerance) -> Iterator[Windows]:
    """Opens windows; see `Windows`. At the end no page may have logged an error."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_window(*, device: dict[str, Any] = DESKTOP, javascript: bool = True, **more: Any) -> Page:
        settings: dict[str, Any] = (
            {"base_url": site.url, "locale": "en-GB", "java_script_enabled": javascript, "service_workers": "block"}
            | device
            | more
        )
        context = chromium.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        context.on(
            "console",
            lambda said: faults.append(f"{said.text} {said.location['url']}") if said.type == "error" else None,
        )
        context.on("weberror", lambda fault: faults.append(str(fault.error)))
        contexts.append(context)
        return context.new_page()

    yield open_window
    for context in contexts:
        context.close()
    assert [fault for fault in faults if not tolerate.covers(fault)] == []


@pytest.fixture
def newcomer(window: Windows) -> Newcomers:
    """Signs people up; see `Newcomers`."""

    def sign_up(name: str, *, device: dict[str, Any] = DESKTOP, javascript: bool = True, **more: Any) -> Page:
        page = window(device=device, javascript=javascript, **more)
        page.goto("/accounts/signup/")
        form = page.locator("form:has(#id_password1)")
        form.locator("#id_username").fill(name)
        form.locator("#id_password1").fill(PASSWORD)
        form.get_by_role("button").click()
        page.wait_for_url("**/lobby/")
        return page

    return sign_up
