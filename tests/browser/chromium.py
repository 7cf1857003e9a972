"""Where the browser is, and how it is told to mind its own business."""

from __future__ import annotations

import shutil

QUIET = [
    "--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip


def browser_program() -> str:
    """Where Chromium is."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program, "There is no Chromium: install it, or let script/test do so."
    return program
