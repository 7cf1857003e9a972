"""The paths of Chromium and of its headless shell, and switches that disable background traffic.

Stories run in the headless shell: the same engine without the parts of a desktop browser, such as notifications and
extensions. Stories that need one of those, and measurements, run in Chromium.
"""

from __future__ import annotations

import shutil

QUIET = [
    "--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
HEADLESS_SHELL = ("chromium-headless-shell", "chrome-headless-shell")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def browser_program() -> str:
    """Return the path of Chromium."""
    return _first_of(CHROMIUM)


def headless_program() -> str:
    """Return the path of the headless shell, which needs much less processor time, else of Chromium."""
    return _first_of(HEADLESS_SHELL + CHROMIUM)


def _first_of(names: tuple[str, ...]) -> str:
    program = next(filter(None, map(shutil.which, names)), None)
    assert program, "There is no Chromium: install it, or let script/test do so."
    return program
