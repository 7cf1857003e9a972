"""The site as an app: manifest, service worker, offline page; and the system check of its key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.templatetags.static import static
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.notifications.channels.web_push import check_key, check_shared, new_key

STATIC = Path(site.BASE_DIR) / "static"


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_the_manifest_names_the_app_in_the_readers_language(client: Client, db: None, language: str) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    data = json.loads(answer.content)
    assert (data["name"], data["lang"], data["display"]) == ("Numgames", language, "standalone")
    assert data["start_url"].startswith(data["scope"])
    icons = {(icon["sizes"], icon.get("purpose")) for icon in data["icons"]}
    assert icons == {("192x192", None), ("512x512", None), ("512x512", "maskable")}
    for icon in data["icons"]:
        drawn = (STATIC / icon["src"].removeprefix("/static/")).read_bytes()
        width, height = (int.from_bytes(drawn[at : at + 4], "big") for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.parametrize("field", ["url", "text"])
def test_a_challenge_link_that_is_shared_with_the_app_opens_there(client: Client, db: None, field: str) -> None:
    data = client.get("/manifest.webmanifest").json()
    target = data["share_target"]
    assert {shortcut["url"] for shortcut in data["shortcuts"]} == {
        "/lobby/?tab=play",
        "/notifications/next/",
        "/puzzles/",
    }
    link = "http://testserver/lobby/c/abcdefghi/"
    shared = f"Play with me: {link}" if field == "text" else link
    assert client.get(target["action"], {target["params"][field]: shared}).headers["Location"] == link


@pytest.mark.parametrize(
    "link", ["", "https://elsewhere.example/lobby/", "http://testserver@elsewhere.example/", "javascript:alert(1)"]
)
def test_no_other_link_is_followed(client: Client, db: None, link: str) -> None:
    answer = client.get("/shared/", {"url": link}, follow=True)
    assert answer.redirect_chain == [("/lobby/", 302)]
    assert "That is no link to this site." in answer.content.decode()


def test_every_page_knows_the_manifest(client: Client, db: None) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest?language=en">' in client.get("/").content.decode()


def test_the_worker_serves_the_whole_site_and_is_always_fresh(client: Client, db: None) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert "no-cache" in answer.headers["Cache-Control"]
    policy = answer.headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    assert "connect-src 'self'" in policy


def test_the_worker_keeps_the_offline_page_and_what_it_needs_and_never_a_match(client: Client, db: None) -> None:
    script = client.get("/sw.js").content.decode()
    known = json.loads(re.findall(r"\Aconst KNOWN = (.*);", script)[0])
    page = client.get(known["offline"]).content.decode()
    assert set(known["kept"]) == set(re.findall(r'"(/static/[^"]+)"', page))
    assert static("js/return.js") in known["kept"]
    assert script.count("addAll") == 1
    assert not re.search(r"cache\.put|\.add\(|/matches/", script)


def test_the_offline_page_knows_no_visitor(anna: User, client: Client) -> None:
    client.force_login(anna, "allauth.account.auth_backends.AuthenticationBackend")
    page = client.get("/offline/").content.decode()
    assert "No connection" in page
    assert "anna" not in page
    assert "csrf" not in page
    assert re.findall(r"<script[^>]*>", page) == [f'<script type="module" src="{static("js/return.js")}">']


def test_a_key_that_is_none_is_found(settings: Settings) -> None:
    for key, faults in (("", 0), (new_key(), 0), ("nonsense", 1)):
        settings.VAPID_PRIVATE_KEY = key
        assert len(check_key()) == faults


def test_several_machines_need_a_common_key(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY, settings.REDIS_URL = "", "redis://somewhere"
    assert [fault.id for fault in check_shared()] == ["notifications.W001"]
    settings.VAPID_PRIVATE_KEY = new_key()
    assert check_shared() == []


def test_a_command_makes_a_key(capsys: pytest.CaptureFixture[str], settings: Settings) -> None:
    call_command("vapid_key")
    settings.VAPID_PRIVATE_KEY = capsys.readouterr().out.strip()
    assert check_key() == []
