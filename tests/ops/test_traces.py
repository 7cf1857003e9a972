"""One id in the answer, on the error page and in the log, and reports of errors without personal data."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue

import brotli
import httpx
import pytest

from tests.serving import HOME, environment, running

PATIENCE = 60  # seconds
JSON_LOG = {"LOG_FORMAT": "json", "LOG_LEVEL": "INFO"}
BROKEN = {"DJANGO_SETTINGS_MODULE": "tests.ops.broken_settings"}
MATCH = "bvxrx02y55"
UNPACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
RACK = "7 8 9 are hidden"


def test_the_error_page_and_the_log_share_an_id(tmp_path: Path) -> None:
    with running(tmp_path, env=JSON_LOG | BROKEN) as site:
        answer = httpx.get(
            f"{site.url}/broken/matches/{MATCH}/", headers={"X-Request-ID": "forged-by-a-visitor"}, timeout=PATIENCE
        )
        fine = httpx.get(site.url, timeout=PATIENCE)
        site.stop()
        lines = [json.loads(line) for line in site.log.splitlines() if line.startswith("{")]
        site.lines = [line for line in site.lines if "traceback" not in line]

    number = answer.headers["X-Request-ID"]
    assert answer.status_code == 500
    assert number in answer.text
    assert fine.headers["X-Request-ID"] not in ("", number, "forged-by-a-visitor")
    (told,) = [line for line in lines if line.get("error") == "ValueError"]
    assert (told["request"], told["match"]) == (number, MATCH)
    (counted,) = [line for line in lines if number == line.get("request") and line["logger"].endswith("middleware")]
    assert counted["message"].startswith(f"GET /broken/matches/{MATCH}/: 500 in ")


@pytest.mark.thorough
def test_the_proxys_id_is_taken_over(tmp_path: Path) -> None:
    with running(tmp_path, env={"BEHIND_PROXY": "1"}) as site:
        given = httpx.get(site.url, headers={"X-Request-ID": "0123456789abcdef"}, timeout=PATIENCE).headers[
            "X-Request-ID"
        ]
        forged = httpx.get(site.url, headers={"X-Request-ID": "a b<c>"}, timeout=PATIENCE).headers["X-Request-ID"]
    assert given == "0123456789abcdef"
    assert forged != "a b<c>"


@contextmanager
def sentry() -> Iterator[tuple[str, SimpleQueue[str]]]:
    """Run a server that takes error reports; provide its DSN and the reports."""
    reports: SimpleQueue[str] = SimpleQueue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            body = UNPACK[self.headers.get("Content-Encoding", "")](body)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")
            reports.put(body.decode())

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://public@127.0.0.1:{server.server_port}/1", reports
    server.shutdown()
    server.server_close()


def test_an_error_is_reported_without_personal_data(tmp_path: Path) -> None:
    with sentry() as (dsn, reports), running(tmp_path, env=BROKEN | {"SENTRY_DSN": dsn}) as site:
        answer = httpx.get(
            f"{site.url}/broken/matches/{MATCH}/?mail=anna@example.org",
            headers={"Cookie": "sessionid=the-session", "User-Agent": "annas browser"},
            timeout=PATIENCE,
        )
        report = reports.get(timeout=PATIENCE)
        site.lines = [line for line in site.lines if "Traceback" not in line]

    event = json.loads(report.splitlines()[2])
    assert event["tags"] == {
        "request": answer.headers["X-Request-ID"],
        "match": MATCH,
        "view": "tests.ops.broken_urls.broken",
    }
    assert event["exception"]["values"][-1]["type"] == "ValueError"  # the outermost
    assert "broken_urls" in report
    for secret in ("anna", "the-session", RACK, "127.0.0.1", "hush"):
        assert secret not in report.replace(dsn, "")


@pytest.mark.thorough
def test_a_dsn_without_the_package_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['sentry_sdk'] = None\n")
    for path, dsn, sentence in (
        (tmp_path, "http://public@127.0.0.1/1", "sentry-sdk is not installed"),
        (HOME, "nonsense", "SENTRY_DSN is not an address"),
    ):
        env = os.environ | environment(tmp_path) | {"SENTRY_DSN": dsn, "PYTHONPATH": str(path)}
        ended = subprocess.run(
            [sys.executable, HOME / "manage.py", "serve"], env=env, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 1
        assert sentence in ended.stderr
        assert len(ended.stderr.splitlines()) == 1
