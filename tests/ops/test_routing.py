"""The proxy sends all requests about a match to the same process, which has it in memory, while that process lives."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import cast

import httpx
import pytest

from tests.ops.nginx import changed, nginx
from tests.services import free_port
from tests.serving import HOME

pytestmark = pytest.mark.any_stack

MATCHES = [f"match{number}" for number in range(40)]
PAGES = ("/matches/{}/", "/ws/matches/{}/", "/matches/{}/move/", "/nl/matches/{}/", "/matches/{}/?lang=nl")
PROGRAMS = ("/api/v1/matches/{}", "/api/v1/matches/{}/moves", "/api/v1/stream/matches/{}?after=1")
Webs = dict[str, ThreadingHTTPServer]


class Web(BaseHTTPRequestHandler):
    """A process that answers with its port."""

    def do_GET(self) -> None:
        """Answer."""
        name = str(cast(ThreadingHTTPServer, self.server).server_port).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(name)))
        self.end_headers()
        self.wfile.write(name)

    def log_message(self, *_args: object) -> None:
        """Print nothing."""


@pytest.fixture
def webs() -> Iterator[Webs]:
    with ExitStack() as stack:
        found = {}
        for name in ("web1", "web2"):
            server = found[name] = ThreadingHTTPServer(("127.0.0.1", 0), Web)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.server_close)
            stack.callback(server.shutdown)
        yield found


@pytest.fixture
def proxy(webs: Webs, tmp_path: Path) -> Iterator[str]:
    port = free_port()
    changes = {f"server {name}:8000": f"server 127.0.0.1:{web.server_port}" for name, web in webs.items()}
    configuration = changed((HOME / "deploy" / "nginx.conf").read_text(), changes | {"listen 8080;": f"listen {port};"})
    with nginx(tmp_path, configuration):
        yield f"http://127.0.0.1:{port}"


def test_both_players_and_the_spectators_of_a_match_meet_in_one_process(webs: Webs, proxy: str) -> None:
    with httpx.Client(base_url=proxy) as client:
        served = {match: {client.get(page.format(match)).text for page in PAGES + PROGRAMS} for match in MATCHES}
        assert all(len(names) == 1 for names in served.values())
        assert len({*map(tuple, served.values())}) == 2  # each process has some of the matches
        assert len({client.get("/lobby/").text for _visit in range(40)}) == 2  # other pages are shared out too
        webs["web1"].shutdown()
        webs["web1"].server_close()
        left = str(webs["web2"].server_port)
        assert {client.get(PAGES[0].format(match)).text for match in MATCHES} == {left}
