"""Lighthouse on the front page, the lobby, a match and a player's page: its four scores of each, in one line of JSON.

Lighthouse is an npm package of package.json; script/npm installs it. The lobby and the player's page score low in
"seo", because both ask search engines not to index them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bench.stage import session_of, stage
from tests.browser.chromium import browser_program
from tests.serving import HOME

PROGRAM = HOME / "node_modules" / ".bin" / "lighthouse"
LIMIT = 180  # seconds for one page
CHROMIUM = "--headless=new --no-sandbox --disable-quic --disable-background-networking"


def main() -> None:
    """Print the scores as JSON: page, category, 0 to 100."""
    if not PROGRAM.is_file():
        subprocess.run([HOME / "script" / "npm"], check=True)
    bundler = next(iter(HOME.glob("node_modules/@esbuild/*/bin/esbuild")), "")
    with stage({"ESBUILD": str(bundler)}) as site:
        site.manage("demo")
        from accounts.models import User
        from games.matches.models import Match

        anna = User.objects.get(username="anna")
        match = Match.objects.filter(first=anna, finished_at=None, ply__gt=0).earliest("started_at")
        pages = {"front": "/", "lobby": "/lobby/", "match": f"/matches/{match.pk}/", "player": "/matches/by/anna/"}
        cookie = f"sessionid={session_of(anna)}"
        scores = {name: measure(site.url + path, "" if name == "front" else cookie) for name, path in pages.items()}
    print(json.dumps({"lighthouse": scores}))


def measure(url: str, cookie: str) -> dict[str, int]:
    """Return Lighthouse's scores for this page, as a phone with this cookie sees it."""
    headers = Path(os.environ["BENCH_FOLDER"]) / "headers.json"
    headers.write_text(json.dumps({"Cookie": cookie} if cookie else {}))
    command = [
        str(PROGRAM),
        url,
        "--output=json",
        "--quiet",
        f"--chrome-flags={CHROMIUM}",
        f"--extra-headers={headers}",
    ]
    env = {**os.environ, "CHROME_PATH": browser_program()}
    done = subprocess.run(command, env=env, cwd=HOME, stdout=subprocess.PIPE, text=True, timeout=LIMIT)
    if done.returncode:
        sys.exit(f"Lighthouse failed on {url}.")
    categories = json.loads(done.stdout)["categories"]
    return {name: round((found["score"] or 0) * 100) for name, found in categories.items()}


if __name__ == "__main__":
    main()
