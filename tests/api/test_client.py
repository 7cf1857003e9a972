"""A client that openapi-python-client writes from the schema plays a match."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.wsgi import get_wsgi_application

from accounts.models import User
from numgames.api import api
from tests.api.conftest import Caller
from tests.api.test_matches import begin


@pytest.fixture
def client_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Caller], Any]:
    """Return a function that makes a client for the token of a caller; the package is written before."""
    schema, configuration = tmp_path / "schema.json", tmp_path / "configuration.json"
    schema.write_text(json.dumps(api.get_openapi_schema()))
    configuration.write_text(json.dumps({"post_hooks": [], "package_name_override": "written_client"}))
    program = Path(sys.executable).parent / "openapi-python-client"
    command: list[str | Path] = [program, "generate", "--meta", "none"]
    command += ["--path", schema, "--config", configuration, "--output-path", tmp_path / "written_client"]
    subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    package = importlib.import_module("written_client")

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
