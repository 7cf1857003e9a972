"""The database queries of a move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from tests.matches.conftest import legal_move, play_on

pytestmark = pytest.mark.sql

MOST_QUERIES = 9


def test_a_move_takes_at_most_nine_queries(match: Match, anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    browser.get(reverse("matches:match", args=[match.pk]))
    match = play_on(match, 2)
    move = {"ply": 3, "text": legal_move(match)}
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = browser.post(reverse("matches:move", args=[match.pk]), move, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert len(queries) <= MOST_QUERIES, [query["sql"][:80] for query in queries]
