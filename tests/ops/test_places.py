"""The site runs from a read-only folder with spaces in its name, as another user, twice on one machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.ops.pairs import make_pairs, stored_moves
from tests.serving import HOME, PATIENCE, Site, _static_root, environment, migrated_database
from tests.sizes import cases

pytestmark = pytest.mark.any_stack  # files are shared or refused: SQLite

NO_ONE = 65534
ROOT = os.geteuid() == 0


@pytest.fixture(scope="module")
def code() -> Iterator[Path]:
    """Return a copy of the code in a folder with spaces, in which nothing may be written."""
    with tempfile.TemporaryDirectory(prefix="numgames ") as name:
        folder = Path(name)
        folder.chmod(0o755)
        code = folder / "the code of the site"
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, text=True, check=True).stdout
        for file in filter(None, listed.split("\0")):
            if not file.startswith(("tests/", "docs/", "bench/")) and (HOME / file).exists():
                (code / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(HOME / file, code / file)
        subprocess.run(["chmod", "-R", "a-w", code], check=True)
        yield code
        subprocess.run(["chmod", "-R", "u+w", code], check=True)


@pytest.fixture
def data() -> Iterator[Path]:
    """Return an empty folder with spaces that belongs to another user."""
    with tempfile.TemporaryDirectory(prefix="the data ") as name:
        folder = Path(name)
        shared = _static_root({})
        if shared.with_suffix(".stamp").exists():
            shutil.copytree(shared, folder / "static")
            shutil.copyfile(shared.with_suffix(".stamp"), folder / "static.stamp")
        yield folder


class OtherUsersSite(Site):
    """A site that another user runs from a read-only folder."""

    def __init__(self, folder: Path, code: Path, database: Mapping[str, str]) -> None:
        super().__init__(folder, env=database)
        self.code = code
        self.env = {"PATH": os.environ["PATH"], **environment(folder), **database}
        self.command = (sys.executable, str(code / "manage.py"), "serve", "--prepare")
        if ROOT:
            # The interpreter may be in root's own folder: this user may read everything, but write only what it owns.
            read = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
            self.command = ("setpriv", f"--reuid={NO_ONE}", f"--regid={NO_ONE}", "--clear-groups", *read, *self.command)


@pytest.mark.thorough
def test_another_user_runs_it_from_a_read_only_folder_with_spaces(code: Path, data: Path) -> None:
    with migrated_database(data) as database:
        if ROOT:
            subprocess.run(["chown", "-R", f"{NO_ONE}:{NO_ONE}", data], check=True)
        site = OtherUsersSite(data, code, database)
        site.start()
        assert httpx.get(f"{site.url}/healthz", timeout=PATIENCE).status_code == 200
        assert httpx.get(site.url, timeout=PATIENCE).status_code == 200
        assert site.stop() == 0
        assert "Traceback" not in site.log, site.log
        owners = {file.stat().st_uid for file in data.iterdir()}
    assert owners == {NO_ONE if ROOT else os.geteuid()}
    assert not [file for file in code.rglob("*") if file.name == "__pycache__" or file.suffix == ".pyc"]


@pytest.mark.thorough
def test_two_sites_on_one_machine_know_nothing_of_each_other(tmp_path: Path) -> None:
    with ExitStack() as stack:
        sites = []
        for name in ("one site", "another site"):
            (tmp_path / name).mkdir()
            database = stack.enter_context(migrated_database(tmp_path / name))
            sites.append(Site(tmp_path / name, env=database))
            sites[-1].start()
            stack.callback(sites[-1].stop)
        assert sites[0].port != sites[1].port
        (pair,) = make_pairs(sites[0], 1)
        assert stored_moves(sites[0]) == {pair.match: []}
        assert stored_moves(sites[1]) == {}
        assert httpx.get(f"{sites[1].url}/matches/{pair.match}/", timeout=PATIENCE).status_code == 404


@cases("variable", ["NUMGAMES_VAR", "STATIC_ROOT"], default=["NUMGAMES_VAR"])
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path, variable: str) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    env = os.environ | environment(tmp_path) | {variable: str(blocked / "folder" / "static")}
    refused = subprocess.run(
        [sys.executable, HOME / "manage.py", "serve", "--prepare"], env=env, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1
    assert variable in refused.stderr
    assert str(blocked) in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
