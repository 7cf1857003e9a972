"""Lists of the API, page by page: each row once and in order, however many have the same value."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import RequestFactory

from accounts.models import User
from core.api import page_of
from core.problems import Problem

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
SAME = [0, 1, 1, 1, 0, 2, 1, 2, 2, 0]  # milliseconds, of which many are equal


@pytest.mark.parametrize("ascending", [True, False], ids=["first first", "last first"])
@pytest.mark.parametrize("field", ["date_joined", "sessions_epoch", "username"], ids=["moment", "number", "text"])
def test_each_row_comes_once_with_pages_of_any_size(db: None, field: str, *, ascending: bool) -> None:
    for number, value in enumerate(SAME):
        at = NOON + timedelta(milliseconds=value)
        User.objects.create_user(f"player{9 - number}", date_joined=at, sessions_epoch=value)
    sign = "" if ascending else "-"
    ordered = list(User.objects.order_by(f"{sign}{field}", f"{sign}pk").values_list("pk", flat=True))
    for limit in (1, 2, 3, len(SAME) - 1, len(SAME), 99):
        seen: list[int] = []
        cursor, pages = "", 0
        while cursor is not None and (pages := pages + 1) <= len(SAME):
            request = RequestFactory().get("/api/v1/players", {"game": "summy", "cursor": cursor})
            answer = page_of(
                request, User.objects.all(), field, lambda row: row.pk, cursor=cursor, limit=limit, ascending=ascending
            )
            page = json.loads(answer.content)
            assert 0 < len(page["items"]) <= limit
            seen += page["items"]
            cursor = page["next"]
            assert ("Link" in answer) is (cursor is not None)
            if cursor is not None:
                link = parse_qs(urlsplit(answer["Link"].partition(">")[0]).query)
                assert link == {"game": ["summy"], "cursor": [cursor]}
        assert seen == ordered


@pytest.mark.parametrize(
    "said", ['["a\\u0000", 1]', '["a", "1\\u0000"]', '[["a"], 1]', '["a", 1.5]', '["a"]', "{}", "no JSON"]
)
def test_a_cursor_that_no_page_has_given_is_refused(db: None, said: str) -> None:
    """A database refuses a text with a zero byte: the fault is the client's, not the site's."""
    cursor = base64.urlsafe_b64encode(said.encode()).decode().rstrip("=")
    request = RequestFactory().get("/api/v1/players")
    with pytest.raises(Problem) as refused:
        page_of(request, User.objects.all(), "username", lambda row: row.pk, cursor=cursor, limit=9, ascending=True)
    assert (refused.value.status, refused.value.code) == (422, "bad_cursor")
