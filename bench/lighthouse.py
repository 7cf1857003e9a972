"""Lighthouse on the front page, the lobby, a match and a player's page: its four scores of each, in one line of JSON.

Lighthouse is installed from npm into a folder that git ignores, as only this needs it. The session is a cookie of
the browser, not a header of Lighthouse's requests: those of sockets would lack it, so that the lobby would be pushed as
a visitor sees it. The player is one who allows search engines to list the page; others score low in "seo", because
their pages ask not to be indexed.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.stage import session_of, stage
from tests.browser.chromium import QUIET, browser_program
from tests.serving import HOME

PACKAGES = HOME / "build" / "lighthouse"
PROGRAM = PACKAGES / "node_modules" / ".bin" / "lighthouse"
INSTALL = ("npm", "install", "--no-audit", "--loglevel=error", "--prefix", str(PACKAGES), "lighthouse@12.8.2")
LIMIT = 180  # seconds for one page


def main() -> None:
    """Print the scores as JSON: page, category, 0 to 100."""
    if not PROGRAM.is_file():
        PACKAGES.mkdir(parents=True, exist_ok=True)
        subprocess.run(INSTALL, check=True, stdout=sys.stderr)
    bundler = next(iter(HOME.glob("node_modules/@esbuild/*/bin/esbuild")), "")
    with stage({"ESBUILD": str(bundler)}) as site:
        site.manage("demo")
        from accounts.models import User
        from games.matches.models import Match

        anna = User.objects.get(username="anna")
        User.objects.filter(pk=anna.pk).update(is_findable=True)
        match = Match.objects.filter(first=anna, finished_at=None, ply__gt=0).earliest("started_at")
        pages = {"front": "/", "lobby": "/lobby/", "match": f"/matches/{match.pk}/", "player": "/matches/by/anna/"}
        session = session_of(anna)
        scores = {name: measure(site.url, path, "" if name == "front" else session) for name, path in pages.items()}
    print(json.dumps({"lighthouse": scores}))


def measure(site: str, path: str, session: str) -> dict[str, int]:
    """Return Lighthouse's scores for this page, as a phone with this session sees it."""
    port = _free_port()
    folder = Path(os.environ["BENCH_FOLDER"]) / f"browser-{port}"
    with sync_playwright() as playwright:
        arguments = [*QUIET, f"--remote-debugging-port={port}"]
        browser = playwright.chromium.launch_persistent_context(
            str(folder), executable_path=browser_program(), args=arguments
        )
        if session:
            browser.add_cookies([{"name": "sessionid", "value": session, "url": site}])
        command = [str(PROGRAM), site + path, "--output=json", "--quiet", f"--port={port}"]
        done = subprocess.run(command, cwd=HOME, stdout=subprocess.PIPE, text=True, timeout=LIMIT)
        browser.close()
    if done.returncode:
        sys.exit(f"Lighthouse failed on {path}.")
    categories = json.loads(done.stdout)["categories"]
    return {name: round((found["score"] or 0) * 100) for name, found in categories.items()}


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
