"""The site is set up on a new machine."""

from __future__ import annotations

import subprocess
from pathlib import Path

import httpx
import pytest

from tests.serving import HOME, Site, fresh_database

pytestmark = pytest.mark.any_stack  # a new site begins with SQLite

HEARTBEAT = "games.matches.play.heartbeat"


def test_one_command_sets_up_and_serves(tmp_path: Path) -> None:
    with fresh_database() as database:
        site = Site(tmp_path, env=database | {"SECRET_KEY": ""})
        site.command = (str(HOME / "script" / "server"),)
        site.start()
        key = tmp_path / "secret_key"
        assert key.stat().st_mode & 0o777 == 0o600
        made = key.read_text()
        assert len(made) > 50
        # The next start finds the key. It need go no further than to settings that are wrong.
        again = subprocess.run(site.command, env=site.env | {"WORKERS": "none"}, capture_output=True, check=False)
        assert again.returncode == 1
        assert key.read_text() == made
        assert httpx.get(f"{site.url}/healthz").status_code == 200
        assert httpx.get(f"{site.url}/matches/by/Computer-1/").status_code == 200
        assert site.stop() == 0
        said = [line for line in site.log.splitlines() if HEARTBEAT not in line]  # which a loaded machine may delay
        assert said[-1] == site.url
