"""Chromium for stories that are told through the page alone.

A story asks for `newcomer` and gets players, each in a browser window of their own:

    def test_anna_beats_bob(newcomer, site):
        anna = newcomer("anna")
        bob = newcomer("bob", device=PHONE, javascript=False)
        anna.goto("/lobby/")
        …
        site.restart()

A newcomer's form is sent without the browser; `sign_up`, for stories about it, fills it in on the page. `window()`
opens the site without signing up. What a page logs as an error (a script's fault, a breach of the
Content-Security-Policy, a 4xx answer) fails the test at its end, unless the test said `tolerate("422", …)` before.
Data is made through pages or `site.manage(…)`: the ORM of the tests sees another database.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Literal, Protocol, Unpack

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser.alone import Alone, opener
from tests.browser.chromium import QUIET, browser_program, headless_program
from tests.browser.devices import DESKTOP, Device
from tests.conftest import PASSWORD
from tests.serving import Site
from tests.site_factory import SiteFactory

# Every frame of an animation is painted by the processor; a story about motion asks for it.
USUAL: Device = {"locale": "en-GB", "service_workers": "block", "reduced_motion": "reduce"}
# Pages live for seconds, so V8's compilers of what runs often take more time than what they make saves.
SHORT_LIVED = "--js-flags=--no-opt --no-maglev --no-sparkplug"
SIGN_UP, LOBBY = "/accounts/signup/", "/lobby/"
PLAIN = "/robots.txt"  # a page without scripts
MOST_FREE = 8  # windows that wait for a story: each has a process
PREPARING = ("add_init_script", "route_web_socket", "expose_function")  # what cannot be taken back
PATIENCE = 40_000  # milliseconds: a page that missed a push heals after 20 seconds at the latest


class Windows(Protocol):
    """Opens a browser window with its own cookies; `more` goes to Playwright's `new_context`."""

    def __call__(self, *, device: Device = DESKTOP, javascript: bool = True, **more: Unpack[Device]) -> Page:
        """Return the window's page, still empty; `page.goto("/")` opens the front door."""


class Newcomers(Protocol):
    """Signs up a new player, in a window of its own."""

    def __call__(
        self,
        name: str,
        path: str = LOBBY,
        *,
        device: Device = DESKTOP,
        javascript: bool = True,
        **more: Unpack[Device],
    ) -> Page:
        """Return the page at this path, if there is one, by default the lobby. The password is PASSWORD."""


def _lifetime(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """Return how long the browser lives: a session with asynchronous tests cannot keep Playwright's loop."""
    return "session" if all(arg.startswith("tests/browser") for arg in config.args) else "module"


@pytest.fixture(scope=_lifetime)
def playwright() -> Iterator[Playwright]:
    """Yield what launches browsers."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope=_lifetime)
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Yield the browser of most stories, the headless shell."""
    with playwright.chromium.launch(executable_path=headless_program(), args=[*QUIET, SHORT_LIVED]) as browser:
        yield browser


@pytest.fixture
def alone(chromium: Browser) -> Iterator[Alone]:
    """Yield what opens pages of one script, without a site; see `tests.browser.alone`."""
    with chromium.new_context(locale="en-GB") as context:
        yield opener(context)


@pytest.fixture(scope="module")
def whole_chromium(playwright: Playwright) -> Iterator[Browser]:
    """Yield Chromium itself, for stories marked `whole_browser`: the headless shell shows no notifications."""
    with playwright.chromium.launch(executable_path=browser_program(), args=QUIET) as browser:
        yield browser


@pytest.fixture(scope="session")
def site_factory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteFactory]:
    """Yield the factory of this process's sites, of those in tests/conftest.py but with one worker."""
    env = {
        "DJANGO_SETTINGS_MODULE": "tests.fixed_deals.settings",
        "WORKERS": "1",
    }  # a second one is slow to start
    factory = SiteFactory(tmp_path_factory.mktemp("site"), env)
    yield factory
    factory.end()


@pytest.fixture(scope="module")
def site(site_factory: SiteFactory) -> Iterator[Site]:
    """Yield the real site with an empty database; the next module gets the same, emptied, if it still runs."""
    with site_factory.shared() as site:
        yield site


class Tolerance:
    """The logged errors that belong to the story."""

    def __init__(self) -> None:
        self.patterns: list[str] = []

    def __call__(self, *patterns: str) -> None:
        """Accept logged errors in which one of these patterns is found from now on."""
        self.patterns += patterns

    def covers(self, fault: str) -> bool:
        """Return whether the story expects this error."""
        return any(re.search(pattern, fault) for pattern in self.patterns)


@pytest.fixture
def tolerate() -> Tolerance:
    """Return what accepts logged errors: `tolerate("422", "WebSocket")` gives patterns of those of the story."""
    return Tolerance()


@dataclass
class Opener:
    """Opens windows of a browser on sites, and notes what their pages log as errors."""

    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def open(self, url: str, *, device: Device = DESKTOP, javascript: bool = True, **more: Unpack[Device]) -> Page:
        """Open a window for the site at this address; see `Windows`."""
        site_settings: Device = {"base_url": url, "java_script_enabled": javascript}
        context = self.browser.new_context(**(USUAL | site_settings | device | more))
        context.set_default_timeout(PATIENCE)
        context.on("console", self._note)
        context.on("weberror", lambda fault: self.faults.append(str(fault.error)))
        self.contexts.append(context)
        return context.new_page()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"{message.text} {message.location['url']}")

    def close(self) -> None:
        """Close all windows."""
        for context in self.contexts:
            context.close()


@dataclass
class Pool:
    """The windows of this process's stories: one that a story has left is used by the next with the same settings.

    To open a window, with a process and a cache of its own, costs as much as to go to three other pages in it. The
    sites of most modules have the same address, and so the cached files of the one before.
    """

    opener: Opener
    free: list[tuple[str, Page]] = field(default_factory=list)
    used: list[tuple[str, Page]] = field(default_factory=list)

    def take(self, url: str, *, device: Device = DESKTOP, javascript: bool = True, **more: Unpack[Device]) -> Page:
        """Return a free window with these settings, else open one; see `Windows`."""
        options = USUAL | device | more
        key = repr((url, sorted(options.items()), javascript))
        if fitting := [one for one in self.free if one[0] == key]:
            self.free.remove(fitting[-1])
            page = fitting[-1][1]
        else:
            page = self.opener.open(url, device=device, javascript=javascript, **more)
        for one, method in product((page, page.context), PREPARING):
            setattr(one, method, _refuse)
        page.set_viewport_size(options["viewport"])
        page.emulate_media(color_scheme=options.get("color_scheme", "light"), reduced_motion=options["reduced_motion"])
        self.used.append((key, page))
        return page

    def give_back(self) -> None:
        """Forget what is stored in the windows in use; they are free for the next story."""
        for key, page in self.used:
            if page.is_closed():
                page.context.close()
                continue
            for other in page.context.pages:
                if other != page:
                    other.close()
            page.unroute_all(behavior="ignoreErrors")
            page.context.unroute_all(behavior="ignoreErrors")
            page.context.set_offline(False)
            page.context.clear_cookies()
            try:
                page.goto(PLAIN)  # ends the page's socket
                page.mouse.move(0, 0)
                page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            except PlaywrightError:  # the story has stopped the site
                page.context.close()
            else:
                self.free.append((key, page))
        self.used.clear()
        while len(self.free) > MOST_FREE:
            self.free.pop(0)[1].context.close()


def _refuse(*_arguments: object, **_more: object) -> None:
    raise AssertionError("The next story would get this window as it is: mark this one with `own_windows`.")


@pytest.fixture(scope=_lifetime)
def pool(chromium: Browser) -> Iterator[Pool]:
    """Yield the windows that stories share."""
    opener = Opener(chromium)
    yield Pool(opener)
    opener.close()


@pytest.fixture
def window(request: pytest.FixtureRequest, site: Site, tolerate: Tolerance) -> Iterator[Windows]:
    """Yield what opens windows; see `Windows`. At the end no page may have logged an error.

    They are windows that a former story has left, unless the story is marked `own_windows` or `whole_browser`.
    """
    whole = request.node.get_closest_marker("whole_browser")
    if whole or request.node.get_closest_marker("own_windows"):
        opener = Opener(request.getfixturevalue("whole_chromium" if whole else "chromium"))
        yield partial(opener.open, site.url)
        faults = opener.faults
        opener.close()
    else:
        pool: Pool = request.getfixturevalue("pool")
        pool.opener.faults.clear()
        yield partial(pool.take, site.url)
        faults = [*pool.opener.faults]
        pool.give_back()
    assert [fault for fault in faults if not tolerate.covers(fault)] == []


@pytest.fixture
def sign_up(window: Windows) -> Newcomers:
    """Return what signs people up through the page; see `Newcomers`."""

    def fill_in(
        name: str, path: str = LOBBY, *, device: Device = DESKTOP, javascript: bool = True, **more: Unpack[Device]
    ) -> Page:
        page = window(device=device, javascript=javascript, **more)
        page.goto(SIGN_UP)
        form = page.locator("form:has(#id_password1)")
        form.locator("#id_username").fill(name)
        form.locator("#id_password1").fill(PASSWORD)
        form.get_by_role("button").click()
        page.wait_for_url(f"**{path}")
        return page

    return fill_in


@pytest.fixture
def newcomer(window: Windows) -> Newcomers:
    """Return what signs people up by a request with the same form, for stories about other things; see `Newcomers`."""

    def post(
        name: str, path: str = LOBBY, *, device: Device = DESKTOP, javascript: bool = True, **more: Unpack[Device]
    ) -> Page:
        page = window(device=device, javascript=javascript, **more)
        [token] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.request.get(SIGN_UP).text())[:1]
        form = {"csrfmiddlewaretoken": token, "username": name, "password1": PASSWORD}
        answer = page.request.post(SIGN_UP, form=form, max_redirects=0)
        assert (answer.status, answer.headers.get("location")) == (302, "/lobby/"), answer.text()  # such as: name taken
        if path:
            page.goto(path)
        return page

    return post
