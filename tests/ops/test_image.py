"""The image is built from the context that `.dockerignore` leaves, and holds every file that it runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
import yaml

from tests.ops.context import IGNORED, Ignored, context, files, instructions, matches_some
from tests.ops.production import SERVICES
from tests.serving import HOME, Site, fresh_database

INSTRUCTIONS = list(instructions((HOME / "Dockerfile").read_text()))
CODE = ("accounts/", "core/", "games/", "locale/", "numgames/", "static/", "templates/")
OPTION = re.compile(r"--[\w-]+=\S+ ")


@pytest.mark.parametrize(
    ("rules", "name", "out"),
    [
        ("*\n!games", "games/digifeud/rules.py", False),
        ("*\n!games", "tests/games", True),
        ("*\n!script/probe", "script/probe", False),
        ("*\n!script/probe", "script/check", True),
        ("!games\n*", "games/catalogue.py", True),
        ("games/*", "games/catalogue.py", True),
        ("games/*", "games", False),
        ("*.md", "README.md", True),
        ("*.md", "docs/plugin.md", False),
        ("**/*.md", "docs/plugin.md", True),
        ("**/*.md", "README.md", True),
        ("**/__pycache__", "games/rules/__pycache__/a.pyc", True),
        ("docs/**", "docs/a/b", True),
        ("# all\n\n  *  ", "manage.py", True),
        ("/manage.py", "manage.py", True),
        ("manage.p?", "manage.py", True),
        ("manage.p[xyz]", "manage.py", True),
        ("./games/../manage.py", "manage.py", True),
        ("requirements.txt", "requirementsXtxt", False),
    ],
)
def test_the_rules_are_dockers(rules: str, name: str, out: bool) -> None:
    assert Ignored(rules).leaves_out(name) == out


def _copied() -> Iterator[str]:
    """Yield each source of the Dockerfile's COPY and ADD that is to be in the context."""
    for name, arguments in INSTRUCTIONS:
        if name in ("COPY", "ADD") and "--from=" not in arguments:
            words = OPTION.sub("", arguments)
            yield from (json.loads(words) if words.startswith("[") else shlex.split(words))[:-1]


def test_every_copied_source_is_in_the_context() -> None:
    sources, sent = list(_copied()), context()
    assert "requirements.txt" in sources
    assert [source for source in sources if not matches_some(source, sent)] == []


def _commands() -> Iterator[list[str]]:
    """Yield the commands that the image runs: while it is built, and those of its own and of compose.yaml."""
    for name, arguments in INSTRUCTIONS:
        told = arguments.partition("CMD ")[2] if name == "HEALTHCHECK" else arguments
        if name in ("CMD", "ENTRYPOINT", "HEALTHCHECK", "RUN"):
            yield json.loads(told) if told.startswith("[") else shlex.split(told)
    for service in SERVICES.values():
        if "build" in service:
            yield from ([*map(str, service[key])] for key in ("command", "entrypoint") if key in service)
            yield [*map(str, service["healthcheck"].get("test", ()))]


def _run_files() -> set[str]:
    """Return the files of the project that these commands name, as paths or as modules after `-m`."""
    found = set()
    for words in _commands():
        found |= {word for word in words if re.fullmatch(r"(?:[\w-]+/)+[\w.-]+|[\w/]+\.py", word)}
        modules = [after for word, after in pairwise(words) if word == "-m"]
        packages = {folder.rstrip("/") for folder in CODE}
        found |= {f"{one.replace('.', '/')}.py" for one in modules if one.partition(".")[0] in packages}
    return found


def test_every_file_that_the_image_runs_is_in_it() -> None:
    run = _run_files()
    assert {"manage.py", "script/prepare", "script/probe", "games/summy/model/equations.py"} <= run
    assert run - set(context()) == set()


def test_all_that_lies_beside_the_code_is_in_it() -> None:
    sent = set(context())
    assert [name for name in files() if name.startswith(CODE) and name not in sent] == []
    new = ("games/another/rules.py", "games/another/static/another/board.css", "games/puzzles/packs/summy.json.gz")
    assert not any(map(IGNORED.leaves_out, new))


@pytest.mark.parametrize("name", [".git/config", ".env", "var/secret_key", "tests/run.py", "node_modules/a/b.js"])
def test_secrets_and_what_no_site_needs_stay_out(name: str) -> None:
    assert IGNORED.leaves_out(name)


@pytest.mark.thorough
@pytest.mark.any_stack
def test_the_site_runs_from_the_context_alone(tmp_path: Path) -> None:
    code, data = tmp_path / "code", tmp_path / "data"
    data.mkdir()
    for name in context():
        (code / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(HOME / name, code / name)
    with fresh_database() as database:
        site = Site(data, env=database | {"SECRET_KEY": "", "ESBUILD": "", "GAME_PACKAGES": "games"})
        site.env["PATH"] = f"{HOME / '.venv/bin'}{os.pathsep}{site.env['PATH']}"
        site.env.pop("PYTHONPATH", None)
        site.command = (str(code / "script/prepare"), "serve")
        site.start()
        assert (data / "secret_key").exists()
        for path in ("/healthz", "/", "/about/", "/credits/", "/games/digifeud/", "/games/summy/try/1/"):
            assert httpx.get(f"{site.url}{path}").status_code == 200, path
        assert site.stop() == 0
        assert "Traceback" not in site.log, site.log


class Tools:
    """A folder of programs that stand for docker, podman and buildah, and write down how they are called."""

    def __init__(self, folder: Path) -> None:
        """Make the folder, with what the script itself needs."""
        self.folder = folder
        self.calls = folder / "calls"
        for name in ("bash", "dirname", "env"):
            (folder / name).symlink_to(str(shutil.which(name)))

    def add(self, name: str, ready: str, works: bool) -> None:
        """Add a program; its command `ready` succeeds if it works."""
        tool = self.folder / name
        tool.write_text(
            f'#!/usr/bin/env bash\n[ "$1" != {ready} ] || exit {0 if works else 1}\necho "{name} $*" >>{self.calls}\n'
        )
        tool.chmod(0o755)

    def build(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run script/image with these programs alone."""
        env = {"PATH": str(self.folder)}
        return subprocess.run(
            [HOME / "script/image", *options], env=env, capture_output=True, text=True, check=False
        )  # fmt: skip


def test_the_image_is_built_with_what_works(tmp_path: Path) -> None:
    tools = Tools(tmp_path)
    told = tools.build()
    assert (told.returncode, tools.calls.exists()) == (1, False)
    assert "No image was built" in told.stderr

    tools.add("docker", "version", works=False)
    assert tools.build().returncode == 1
    tools.add("buildah", "info", works=True)
    assert tools.build("--no-cache").returncode == 0
    tools.add("podman", "info", works=True)
    assert tools.build().returncode == 0
    tools.add("docker", "version", works=True)
    assert tools.build().returncode == 0
    assert tools.calls.read_text().splitlines() == [
        "buildah build --format docker --tag numgames:latest --no-cache .",
        "podman build --format docker --tag numgames:latest .",
        "docker build --tag numgames:latest .",
    ]
    assert {told["image"] for told in SERVICES.values() if "build" in told} == {"numgames:latest"}


def test_ci_builds_the_image() -> None:
    workflow = yaml.safe_load((HOME / ".github/workflows/ci.yml").read_text())
    assert {"run": "script/image"} in workflow["jobs"]["image"]["steps"]
