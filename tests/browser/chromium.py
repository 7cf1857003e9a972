"""The path of Chromium, and switches that disable its background traffic."""

from __future__ import annotations

import shutil

QUIET = [
    "--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip


def browser_program() -> str:
    """Return the path of Chromium."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program, "There is no Chromium: install it, or let script/test do so."
    return program
