"""A client that openapi-python-client writes from the schema plays a match."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from django.core.wsgi import get_wsgi_application

from accounts.models import User
from numgames.api import api
from tests.api.conftest import Caller
from tests.api.test_matches import begin
from tests.kept import kept

PACKAGE = "written_client"


@kept
def written(schema: str, _version: str) -> dict[str, str]:
    """Return the files of the client that this version of the program writes from a schema."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "schema.json").write_text(schema)
        configuration = {"post_hooks": [], "package_name_override": PACKAGE}
        (folder / "configuration.json").write_text(json.dumps(configuration))
        program = Path(sys.executable).parent / "openapi-python-client"
        command: list[str | Path] = [program, "generate", "--meta", "none", "--path", "schema.json"]
        command += ["--config", "configuration.json", "--output-path", PACKAGE]
        subprocess.run(command, check=True, cwd=folder, capture_output=True)
        return {str(path.relative_to(folder)): path.read_text() for path in (folder / PACKAGE).rglob("*.py")}


@pytest.fixture
def client_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Caller], Any]:
    """Return a function that makes a client for the token of a caller; the package is written before."""
    schema = json.dumps(api.get_openapi_schema())
    for name, text in written(schema, version("openapi-python-client")).items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    package = importlib.import_module(PACKAGE)

    def make(caller: Caller) -> Any:  # noqa: ANN401 - its types are written with it
        secret = caller.headers["Authorization"].removeprefix("Bearer ")
        options = {"transport": httpx.WSGITransport(app=get_wsgi_application())}
        return package.AuthenticatedClient(base_url="http://localhost", token=secret, httpx_args=options)

    return make


@pytest.mark.slow
@pytest.mark.usefixtures("kept_connection")
def test_it_plays_a_whole_match(
    client_of: Callable[[Caller], Any],
    anna: User,
    bob: User,
    calling: Callable[..., Caller],
    settings: pytest.FixtureRequest,
) -> None:
    settings.RATE_LIMITS = {}  # type: ignore[attr-defined]
    match = begin("sudoku", anna, bob)
    functions = "match", "legal_moves", "play_move"
    matches = [importlib.import_module(f"written_client.api.matches.{name}").sync for name in functions]
    sent_move = importlib.import_module("written_client.models").SentMove
    state_of, legal_moves, play_move = matches
    clients = {"first": client_of(calling(anna)), "second": client_of(calling(bob))}
    state = state_of(match.pk, client=clients["first"])
    while state.to_move:
        client = clients[state.to_move]
        legal = legal_moves(match.pk, client=client)
        best = max(legal.moves, key=lambda one: one.points)
        state = play_move(match.pk, client=client, body=sent_move(ply=legal.ply, move=best.move))
    assert (state.ending, state.to_move) == ("played", None)
    assert state.seed == bytes(match.seed).hex()
