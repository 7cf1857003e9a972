"""The release of scripts and style sheets: in each page, and told to a page that shows another one."""

from __future__ import annotations

import json

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from tests.html import html_of
from tests.sockets import sent_by_page_socket

PRESENT = "0a1b2c3d4e5f"


@pytest.fixture(autouse=True)
def _collected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process have collected static files."""
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", PRESENT, raising=False)


async def told(query: bytes) -> list[object]:
    """Return what a page with this address of its socket is told when it connects."""
    sent = await sent_by_page_socket(query=query)
    return [json.loads(event["text"]) for event in sent if event["type"] == "websocket.send"]


@pytest.mark.django_db(transaction=True)
async def test_a_page_of_another_release_is_told_the_present_one() -> None:
    assert await told(b"lang=en&release=ffffffffffff") == [{"release": PRESENT}]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("query", [f"release={PRESENT}".encode(), b"release=", b"lang=en", b""])
async def test_a_page_of_this_release_or_of_none_is_told_nothing(query: bytes) -> None:
    assert await told(query) == []


@pytest.mark.django_db
def test_a_page_knows_its_release(client: Client) -> None:
    assert f'data-release="{PRESENT}"' in html_of(client.get("/lobby/"))
