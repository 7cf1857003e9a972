"""An app of others leads anna to the consent page of a running site, gets tokens for her, and follows her events."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers
from tests.serving import Site

REGISTER = """
from allauth.idp.oidc.models import Client
from accounts.oauth.redirects import GRANTS
app = Client(id="club", name="Club Night", type="public", redirect_uris="http://127.0.0.1/robots.txt")
app.set_scopes(["profile:read", "matches:play"])
app.set_grant_types(list(GRANTS))
app.save()
"""


@pytest.mark.thorough
def test_an_app_acts_for_a_player_until_it_is_revoked(newcomer: Newcomers, site: Site) -> None:
    site.manage("shell", "-v0", "-c", REGISTER)
    page = newcomer("anna")
    tokens = let_in(page, site)
    header = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert httpx.get(f"{site.url}/api/v1/me", headers=header).json()["name"] == "anna"
    with httpx.stream("GET", f"{site.url}/api/v1/stream/events", headers=header, timeout=30) as events:
        assert json.loads(next(events.iter_lines()))["type"] == "state"
    device(page, site)
    page.goto("/accounts/security/")
    expect(page.locator("#apps")).to_contain_text("Club Night profile:read")
    page.locator("#apps").get_by_role("button", name="Revoke").click()
    expect(page.locator("#apps")).to_have_count(0)
    assert httpx.get(f"{site.url}/api/v1/me", headers=header).status_code == 401


def let_in(page: Page, site: Site) -> dict[str, str]:
    """Go from the app to the consent page and back, and return the tokens that the app gets."""
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    back = f"http://127.0.0.1:{urlsplit(site.url).port}/robots.txt"  # a page that is there
    app = {"client_id": "club", "redirect_uri": back}
    question = {
        "response_type": "code",
        "scope": "profile:read matches:play",
        "state": "s",
        "code_challenge": challenge,
    }
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/oauth/authorize?{urlencode(app | question | {'code_challenge_method': 'S256'})}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert axe_in_story(page) == []
    page.get_by_label("Play your matches").uncheck()
    page.get_by_role("button", name="Give access").click()
    page.wait_for_url(f"{back}?*")
    answer = parse_qs(urlsplit(page.url).query)
    assert answer["state"] == ["s"]
    form = {"grant_type": "authorization_code", "code": answer["code"][0], "code_verifier": verifier}
    tokens: dict[str, str] = httpx.post(f"{site.url}/oauth/token", data=app | form).raise_for_status().json()
    assert tokens["scope"] == "profile:read"
    return tokens


def device(page: Page, site: Site) -> None:
    """Type the code of a device, which then gets a token."""
    app = {"client_id": "club"}
    codes = httpx.post(f"{site.url}/oauth/device/code", data=app | {"scope": "profile:read"}).raise_for_status().json()
    page.goto("/oauth/device")
    page.get_by_label("Code").fill(codes["user_code"])
    page.get_by_role("button", name="Next").click()
    expect(page.locator("main")).to_contain_text("See your own profile")
    assert axe_in_story(page) == []
    page.get_by_role("button", name="Give access").click()
    expect(page.get_by_role("heading", name="Access given")).to_be_visible()
    form = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": codes["device_code"]}
    tokens = httpx.post(f"{site.url}/oauth/token", data=app | form).raise_for_status().json()
    header = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert httpx.get(f"{site.url}/api/v1/me", headers=header).json()["scopes"] == ["profile:read"]
