"""What only a browser shows: structured data pass the security policy, and pictures of links are pictures."""

from __future__ import annotations

import json

import pytest

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.devices import PHONE


@pytest.mark.thorough
def test_the_page_of_a_game_stands_alone_in_its_language(window: Windows) -> None:
    page = window(device=PHONE)
    page.goto("/nl/games/digifeud/")

    assert page.title().startswith("Digifeud online spelen")
    data = json.loads(page.locator('script[type="application/ld+json"]').inner_text())
    assert data["@type"] == "VideoGame"
    picture = page.request.get("/pictures/nl/games/digifeud.png")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
    assert picture.body().startswith(b"\x89PNG")

    for path in ("/nl/privacy/", "/de/imprint/"):
        page.goto(path)
        assert axe_in_story(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
