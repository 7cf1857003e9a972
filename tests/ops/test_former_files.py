"""Pages that are open during an upgrade find their files afterwards."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import httpx
import pytest

from tests.ops.context import context
from tests.serving import HOME, PATIENCE, Site, _static_root, migrated_database

ESBUILD = next(HOME.glob("node_modules/@esbuild/*/bin/esbuild"), None)
TINY = 100  # bytes of a bundle that only imports what it shares: it would not be smaller
SCRIPTS = re.compile(r'"(/static/js/[^"]+\.js)"')


def checkout(folder: Path) -> Path:
    """Return a copy of the code."""
    for name in context():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(HOME / name, folder / name)
    return folder


@pytest.mark.thorough
@pytest.mark.any_stack
@pytest.mark.parametrize("bundled", [False, True])
def test_the_scripts_of_an_open_page_outlive_an_upgrade(tmp_path: Path, bundled: bool) -> None:
    code, data = checkout(tmp_path / "code"), tmp_path / "data"
    data.mkdir()
    esbuild = str(ESBUILD) if bundled else ""
    shared = _static_root({"ESBUILD": esbuild, "GAME_PACKAGES": "games"})
    if shared.exists():  # compressed before by another test
        shutil.copytree(shared, data / "static")
    with migrated_database(data) as database:
        env = database | {"ESBUILD": esbuild, "GAME_PACKAGES": "games", "STATIC_ROOT": str(data / "static")}
        site = Site(data, env=env)
        site.env["PATH"] = f"{HOME / '.venv/bin'}{os.pathsep}{site.env['PATH']}"
        site.command = (str(code / "script/prepare"), "serve")
        site.start()
        open_page = SCRIPTS.findall(httpx.get(f"{site.url}/lobby/", timeout=PATIENCE).text)
        assert site.stop() == 0

        with (code / "static/js/live.js").open("a") as script:
            script.write("window.upgraded = true;\n")
        site.start()
        present = SCRIPTS.findall(httpx.get(f"{site.url}/lobby/", timeout=PATIENCE).text)
        replaced = set(open_page) - set(present)
        assert replaced
        for path in replaced:
            answer = httpx.get(f"{site.url}{path}", headers={"Accept-Encoding": "br"}, timeout=PATIENCE)
            assert answer.status_code == 200, path
            assert answer.headers.get("content-encoding") == "br" or len(answer.content) < TINY
            assert "immutable" in answer.headers["cache-control"]
            assert "window.upgraded" not in answer.text
        assert site.stop() == 0
        assert "Traceback" not in site.log, site.log
