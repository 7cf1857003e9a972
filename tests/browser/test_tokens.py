"""A player makes an access token for a program, copies it, and revokes it; the reference is in the player's frame."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomers
from tests.conftest import PASSWORD
from tests.serving import Site


@pytest.mark.thorough
def test_a_token_is_made_used_and_revoked(newcomer: Newcomers, site: Site) -> None:
    page = newcomer("anna")
    page.goto("/accounts/security/")
    page.get_by_role("link", name="New token").click()
    if page.get_by_label("Password").count():
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Name").fill("My bot")
    for scope in page.get_by_role("checkbox").all():
        scope.check()
    page.get_by_role("button", name="Make the token").click()
    header = {"Authorization": f"Bearer {page.locator('#token').inner_text()}"}
    assert httpx.get(f"{site.url}/api/v1/me", headers=header).json()["name"] == "anna"
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#tokens")).to_contain_text("My bot profile:read matches:play")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("#tokens").get_by_role("button", name="Revoke").click()
    expect(page.locator("#tokens")).not_to_contain_text("My bot")
    assert httpx.get(f"{site.url}/api/v1/me", headers=header).status_code == 401
    page.get_by_role("link", name="How programs use this site").click()
    page.locator("#call-play_move summary").click()
    expect(page.locator("#call-play_move .curl")).to_contain_text("/api/v1/matches/$MATCH/moves")
