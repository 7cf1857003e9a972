"""What keeps the site apart from other sites and out of caches: headers, cookies, origins, well-known addresses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.handlers.asgi import ASGIRequest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from pytest_django.asserts import assertRedirects

from accounts.models import User
from core.clients import request_of
from numgames.sockets import is_same_origin

pytestmark = pytest.mark.any_stack
HOME = Path(__file__).parent.parent.parent
NAMES = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME", "LANGUAGE_COOKIE_SECURE", "MESSAGE_STORAGE")


def started(**env: str) -> subprocess.CompletedProcess[str]:
    """Import the settings in a process of their own, with these variables; it prints those in `NAMES`."""
    code = f"import json, numgames.settings as s; print(json.dumps([getattr(s, n, None) for n in {NAMES}]))"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=HOME, text=True, capture_output=True, check=False,
        env={**os.environ, "SECRET_KEY": "x", **env},
    )  # fmt: skip


def test_every_answer_says_what_other_sites_and_features_may_not_do(client: Client, db: None) -> None:
    for path in ("/", "/accounts/login/", "/nowhere/", "/manifest.webmanifest"):
        headers = client.get(path).headers
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin", path
        assert "camera=()" in headers["Permissions-Policy"], path
        assert "publickey-credentials" not in headers["Permissions-Policy"], path


def test_with_https_the_cookies_belong_to_this_host_alone() -> None:
    assert json.loads(started(SITE_URL="https://numgames.example").stdout) == [
        *("__Host-session", "__Host-csrf", "__Host-language"),
        True,
        "numgames.middleware.HostMessages",
    ]
    assert json.loads(started().stdout)[3:] == [False, None]


def test_a_mistaken_contact_is_told_at_the_start() -> None:
    told = started(SECURITY_CONTACT="security@numgames.example").stderr
    assert "SECURITY_CONTACT is 'security@numgames.example', but must be an address such as mailto:" in told


@pytest.mark.parametrize(
    "path",
    ["/accounts/settings/", "/accounts/security/", "/accounts/email/", "/accounts/delete/", "/accounts/export/",
     "/matches/by/anna/", "/history/of/anna/", "/history/", "/lobby/", "/ratings/", "/fairness/", "/puzzles/"],
)  # fmt: skip
def test_no_cache_keeps_a_page_of_someone_signed_in(anna: User, signed_in: Callable[[User], Client], path: str) -> None:
    answer = signed_in(anna).get(path, follow=True)
    assert answer.status_code == 200
    assert {"private", "no-store"} <= {word.strip() for word in answer.headers["Cache-Control"].split(",")}


def handshake(origin: str | None, host: str = "localhost:8000", **more: str) -> ASGIRequest:
    headers = {"host": host, **more} | ({} if origin is None else {"origin": origin})
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return request_of({"type": "websocket", "path": "/ws/lobby/", "headers": pairs})


@pytest.mark.parametrize("origin", ["http://localhost:8000", "HTTP://LOCALHOST:8000"])
def test_a_page_of_the_site_opens_a_socket(settings: Settings, origin: str) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    assert is_same_origin(handshake(origin))


@pytest.mark.parametrize(
    "origin",
    [None, "", "null", "https://localhost:8000", "http://localhost:9999", "http://localhost", "http://127.0.0.1:8000",
     "http://localhost:8000.evil.example", "http://evil.example:8000", "ftp://localhost:8000", "http://[::1",
     "http://localhost:x"],
)  # fmt: skip
def test_pages_with_another_scheme_host_or_port_do_not(settings: Settings, origin: str | None) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    assert not is_same_origin(handshake(origin))


def test_a_forged_host_does_not_help(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    assert not is_same_origin(handshake("http://evil.example", host="evil.example"))


def test_behind_a_proxy_its_scheme_counts_and_the_public_address_always_does(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["numgames.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    secure = {"host": "numgames.example", "x_forwarded_proto": "https"}
    assert is_same_origin(handshake("https://numgames.example", **secure))
    assert not is_same_origin(handshake("http://numgames.example", **secure))
    settings.CSRF_TRUSTED_ORIGINS = ["https://numgames.example:444"]
    assert is_same_origin(handshake("https://numgames.example:444", **secure))


def test_who_finds_a_hole_is_told_whom_to_write(client: Client, settings: Settings, db: None) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT, settings.SITE_URL = "mailto:security@numgames.example", "https://numgames.example"
    answer = client.get("/.well-known/security.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@numgames.example"
    assert fields["Canonical"] == "https://numgames.example/.well-known/security.txt"
    assert timedelta(days=1) < datetime.fromisoformat(fields["Expires"]) - timezone.now() < timedelta(days=365)


def test_a_check_says_that_no_one_is_told_whom_to_write(settings: Settings) -> None:
    settings.SECURITY_CONTACT = ""
    [warning] = [found for found in run_checks(include_deployment_checks=True) if found.id == "numgames.W001"]
    assert "SECURITY_CONTACT is not set" in warning.msg
    assert "numgames.W001" not in {found.id for found in run_checks()}
    settings.SECURITY_CONTACT = "https://numgames.example/contact/"
    assert "numgames.W001" not in {found.id for found in run_checks(include_deployment_checks=True)}


def test_password_managers_find_the_form(client: Client, db: None) -> None:
    answer = client.get("/.well-known/change-password")
    assertRedirects(answer, "/accounts/password/change/", fetch_redirect_response=False)
