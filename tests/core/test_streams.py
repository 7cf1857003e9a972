"""Long downloads are made in parts, and a few at a time."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpResponse
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from accounts.services import block
from core import web
from core.web import rows_of, written
from tests.exports import plain

EXPORT = "/accounts/export/"


def data() -> dict[str, object]:
    """Return plain data as an export has it."""
    return {
        "none": iter(()),
        "rows": ({"day": date(2026, 11, 21), "text": "ü"} for _row in range(2)),
        "inner": {"list": [1, {"a": None}], "more": iter([True, 0.5]), "empty": {}},
        "at": datetime(2026, 11, 21, tzinfo=UTC),
    }


def test_what_is_written_in_pieces_is_the_same_data() -> None:
    text = "".join(written(data()))
    known = {**data(), "rows": [{"day": "2026-11-21", "text": "ü"}] * 2, "at": "2026-11-21T00:00:00Z"}
    assert json.loads(text) == plain(known)
    assert len(list(written(data()))) > len(data())


def test_rows_come_in_their_order_some_with_a_query(db: None) -> None:
    names = [User.objects.create_user(f"player{number}").username for number in range(5)]
    with CaptureQueriesContext(connection) as ran:
        found = [user.username for user in rows_of(User.objects.order_by("-username"), 2)]
    assert [name for name in found if name in names] == names[::-1]
    assert len(ran) == 1 + (len(found) + 1) // 2


@pytest.mark.django_db(transaction=True)
async def test_a_server_sends_the_export_while_it_is_made(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SLICE", 0.0)  # so that each piece is a part
    browser = AsyncClient()
    await sync_to_async(browser.force_login)(anna)
    carl = await sync_to_async(User.objects.create_user)("carl")
    await sync_to_async(block)(by=anna, of=carl)
    answer = await browser.get(EXPORT)
    parts = [part async for part in answer.streaming_content]  # type: ignore[attr-defined]  # not in the stubs
    assert len(parts) > 10
    told = json.loads(b"".join(parts))
    assert told["account"]["blocked"][0]["name"] == "carl"
    assert told["matches"] == []


@pytest.mark.parametrize("path", [EXPORT, "/history/matches.json", "/fairness/log.txt"])
@pytest.mark.django_db(transaction=True)
async def test_a_server_that_sends_in_parts_sends_the_same_headers(anna: User, path: str) -> None:
    headers = []
    for browser in (AsyncClient(), Client()):
        await sync_to_async(browser.force_login)(anna)
        answer = await browser.get(path) if isinstance(browser, AsyncClient) else await sync_to_async(browser.get)(path)
        assert (answer.status_code, answer.streaming) == (200, True)
        headers.append(dict(answer.headers))
        await sync_to_async(answer.close)()
    assert headers[0] == headers[1]


async def export(user: User) -> HttpResponse:
    """Return the answer to a user whose browser has an address of its own, which a trusted proxy names."""
    browser = AsyncClient()
    await sync_to_async(browser.force_login)(user)
    return await browser.get(EXPORT, headers={"X-Forwarded-For": f"203.0.113.{user.pk % 250}"})  # type: ignore[return-value]  # the client's own class


@pytest.mark.django_db(transaction=True)
async def test_only_some_are_sent_at_a_time_and_one_to_a_visitor(anna: User, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    others = [await sync_to_async(User.objects.create_user)(f"player{number}") for number in range(web.AT_ONCE)]
    begun = [await export(anna)]
    refused = await export(anna)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")
    assert "Another download is under way." in refused.content.decode()
    begun += [await export(other) for other in others[1:]]
    assert {answer.status_code for answer in begun} == {200}
    assert (await export(others[0])).status_code == 429
    begun[0].close()
    begun[0].close()
    begun.append(await export(others[0]))
    assert begun[-1].status_code == 200
    assert (await export(anna)).status_code == 429
    for answer in begun:
        answer.close()
    again = await export(anna)
    assert again.status_code == 200
    again.close()
