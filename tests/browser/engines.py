"""Firefox and WebKit from Debian's packages, driven by the W3C's protocols.

Playwright needs builds of its own for these engines. Firefox is driven by WebDriver BiDi over a WebSocket
(https://w3c.github.io/webdriver-bidi/), WebKitGTK's MiniBrowser by WebDriver over HTTP
(https://www.w3.org/TR/webdriver2/) on a virtual display. Both take the same lists of input actions.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import httpx
from websockets.sync.client import connect

from tests.services import free_port

Json = dict[str, Any]  # a message of a protocol: its shape depends on the command
SIZE = (1280, 900)
PATIENCE = 60.0  # seconds
PAUSE = 0.02  # before the first look again; later ones wait longer, since a look costs several processes some time
LONGEST_PAUSE = 0.2
KEYS = {
    "Tab": "\ue004", "Shift": "\ue008", "Enter": "\ue007", "Space": " ",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip
MIDDLE = """selector => {
    const thing = document.querySelector(selector);
    thing.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = thing.getBoundingClientRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
}"""
BOTH_MIDDLES = """(...selectors) => {
    const things = selectors.map((selector) => document.querySelector(selector));
    for (const thing of things.toReversed())
        thing.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return things.flatMap((thing) => {
        const { x, y, width, height } = thing.getBoundingClientRect();
        return [Math.round(x + width / 2), Math.round(y + height / 2)];
    });
}"""
RECORD_FAULTS = """() => {
    window.faults = [];
    addEventListener("error", ({ message }) => faults.push(message));
    addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
    addEventListener("securitypolicyviolation", ({ violatedDirective }) => faults.push(violatedDirective));
}"""


class Window(ABC):
    """A browser window that goes to pages, looks at them, and gets the input of a mouse and a keyboard."""

    @abstractmethod
    def sign_in(self, url: str, session: str) -> None:
        """Give the window the cookie of a session of the site at `url`."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open this page and wait until it has loaded."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the function returns
        """Call a JavaScript function in the page; arguments and result are JSON."""

    @abstractmethod
    def perform(self, source: Json) -> None:
        """Perform the actions of one input source."""

    @abstractmethod
    def faults(self) -> list[str]:
        """Return the errors that the page had so far."""

    @abstractmethod
    def close(self) -> None:
        """Close the window: an open page goes on working."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def wait(self, function: str, *arguments: object) -> None:
        """Wait until this function returns true; raise AssertionError after `PATIENCE`."""
        end, pause = time.monotonic() + PATIENCE, PAUSE
        while not self.evaluate(function, *arguments):
            assert time.monotonic() < end, (function, arguments, self.evaluate("() => document.body.innerText"))
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def count(self, selector: str) -> int:
        """Return how many elements match the selector."""
        return int(self.evaluate("selector => document.querySelectorAll(selector).length", selector))

    def expect(self, selector: str) -> None:
        """Wait until an element matches the selector."""
        self.wait("selector => document.querySelector(selector) !== null", selector)

    def click(self, selector: str) -> None:
        """Click the middle of the first element that matches the selector."""
        self._pointer(self._moved(selector), *PRESSED)

    def drag(self, selector: str, goal: str) -> None:
        """Drag the first element that matches the selector to the middle of another."""
        self.expect(selector)
        start_x, start_y, x, y = self.evaluate(BOTH_MIDDLES, selector, goal)
        start = {"type": "pointerMove", "x": start_x, "y": start_y, "duration": 0}
        way = [{"type": "pointerMove", "x": x + step, "y": y, "duration": 30} for step in (-3, 0)]
        self._pointer(start, {"type": "pointerDown", "button": 0}, *way, {"type": "pointerUp", "button": 0})

    def press(self, *keys: str) -> None:
        """Press keys, one after another: names such as `Enter`, `Shift+Tab`, or characters."""
        actions: list[Json] = []
        for key in keys:
            held = [KEYS.get(one, one) for one in (key.split("+") if len(key) > 1 else key)]
            actions += [{"type": "keyDown", "value": one} for one in held]
            actions += [{"type": "keyUp", "value": one} for one in reversed(held)]
        self.perform({"type": "key", "id": "keyboard", "actions": actions})

    def _moved(self, selector: str) -> Json:
        self.expect(selector)
        x, y = self.evaluate(MIDDLE, selector)
        return {"type": "pointerMove", "x": x, "y": y, "duration": 0}

    def _pointer(self, *actions: Json) -> None:
        self.perform({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions})


PRESSED: tuple[Json, Json] = ({"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})


class FirefoxWindow(Window):
    """A tab of Firefox with cookies of its own (a user context)."""

    def __init__(self, firefox: Firefox) -> None:
        self._firefox = firefox
        self._user = firefox.send("browser.createUserContext")["userContext"]
        self.context: str = firefox.send("browsingContext.create", type="window", userContext=self._user)["context"]
        viewport = dict(zip(("width", "height"), SIZE, strict=True))
        firefox.send("browsingContext.setViewport", context=self.context, viewport=viewport)

    def sign_in(self, url: str, session: str) -> None:
        value = {"type": "string", "value": session}
        cookie = {"name": "sessionid", "value": value, "domain": str(httpx.URL(url).host), "path": "/"}
        partition = {"type": "storageKey", "userContext": self._user}
        self._firefox.send("storage.setCookie", cookie=cookie, partition=partition)

    def goto(self, url: str) -> None:
        self._firefox.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def evaluate(self, function: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the function returns
        result = self._firefox.send(
            "script.callFunction",
            functionDeclaration=f"() => JSON.stringify(({function})(...{json.dumps(arguments)}))",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"].get("value") or "null")

    def perform(self, source: Json) -> None:
        self._firefox.send("input.performActions", context=self.context, actions=[source])

    def faults(self) -> list[str]:
        self._firefox.send("session.status")  # events come in order: all that happened before it are there now
        return [fault for context, fault in self._firefox.faults if context == self.context]

    def close(self) -> None:
        self._firefox.send("browser.removeUserContext", userContext=self._user)


class Firefox:
    """A running Firefox, and the connection to it."""

    name: ClassVar[str] = "firefox"

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        program = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
        assert program, "There is no Firefox: install it, or let script/test do so."
        profile = folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);\n')
        options = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile))
        log = folder / "log.txt"
        with log.open("w") as writing:
            process = subprocess.Popen(
                [program, *options],
                env=os.environ | {"HOME": str(folder)},
                stdout=writing,
                stderr=writing,
            )
        stack.callback(_end, process)
        end = time.monotonic() + PATIENCE
        while not (address := re.search(r"BiDi listening on (ws://\S+)", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(PAUSE)
        self._socket = stack.enter_context(connect(f"{address[1]}/session", max_size=None, open_timeout=PATIENCE))
        self._number = 0
        self.faults: list[tuple[str, str]] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **parameters: object) -> Json:
        """Send a command and return its result; what is logged meanwhile is kept. An error raises AssertionError."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message: Json = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.faults.append((message["params"]["source"].get("context", ""), message["params"]["text"]))
            if message.get("id") == self._number:
                assert message["type"] == "success", message
                result: Json = message["result"]
                return result

    def window(self) -> Window:
        """Open a window with cookies of its own."""
        return FirefoxWindow(self)


class WebKitWindow(Window):
    """A window of WebKitGTK's MiniBrowser, which lives in a session of its own."""

    def __init__(self, driver: httpx.Client, stack: ExitStack) -> None:
        self._driver = driver
        self._stack = stack  # of what ends with the window
        session = self._post("/session", capabilities={})["sessionId"]
        driver.base_url = httpx.URL(f"{driver.base_url}/session/{session}")
        self._post("/window/rect", width=SIZE[0], height=SIZE[1])

    def sign_in(self, url: str, session: str) -> None:
        self.goto(f"{url}/healthz")  # a cookie can only be set for the page that is open
        self._post("/cookie", cookie={"name": "sessionid", "value": session, "path": "/"})

    def goto(self, url: str) -> None:
        self._post("/url", url=url)
        self.evaluate(RECORD_FAULTS)

    def evaluate(self, function: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the function returns
        script = f"return JSON.stringify(({function})(...arguments))"
        return json.loads(self._post("/execute/sync", script=script, args=arguments) or "null")

    def perform(self, source: Json) -> None:
        self._post("/actions", actions=[source])

    def faults(self) -> list[str]:
        faults: list[str] = self.evaluate("() => window.faults")
        return faults

    def close(self) -> None:
        self._driver.delete("")
        self._stack.close()

    def _post(self, path: str, **body: object) -> Any:  # noqa: ANN401 - depends on the command
        answer = self._driver.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()["value"]


class WebKit:
    """A virtual display, and the WebDriver of WebKitGTK on it."""

    name: ClassVar[str] = "webkit"

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        for program, package in (("Xvfb", "xvfb"), ("WebKitWebDriver", "webkit2gtk-driver")):
            assert shutil.which(program), f"There is no {program}: install {package}, or let script/test do so."
        settings = folder / ".config" / "gtk-3.0" / "settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text("[Settings]\ngtk-enable-animations=0\n")  # matches prefers-reduced-motion: reduce
        reading, writing = os.pipe()
        display = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        stack.callback(_end, display)
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "Xvfb does not start."
        # WebKit's compositor at times crashes in Mesa's software driver, and with it the process of the page; WebDriver
        # then answers with an unknown error of no message. So pages are painted without it.
        self._env = os.environ | {"DISPLAY": f":{number}", "HOME": str(folder), "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        self._stack = stack

    def window(self) -> Window:
        """Open a window with cookies of its own: a driver has one session only."""
        port = free_port()
        driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=self._env, stderr=subprocess.DEVNULL)
        stack = ExitStack()
        stack.callback(_end, driver)
        self._stack.callback(stack.close)  # if the test does not come to close it
        transport = httpx.HTTPTransport(retries=8)  # the driver needs a moment to listen
        client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, transport=transport)
        stack.enter_context(client)
        return WebKitWindow(client, stack)


Engine = Firefox | WebKit
EngineName = Literal["firefox", "webkit"]
ENGINES: dict[EngineName, type[Engine]] = {"firefox": Firefox, "webkit": WebKit}


@contextmanager
def running_engine(name: EngineName, folder: Path) -> Iterator[Engine]:
    """Start this engine with a profile in `folder`, and end all its processes afterwards."""
    with ExitStack() as stack:
        yield ENGINES[name](folder, stack)


def _end(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
