"""What the pages of puzzles read does not grow with what a player has solved in years."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.puzzles.services.runs import missed_by
from tests.plans import plan_of

pytestmark = pytest.mark.sql


def test_puzzles_to_repeat_are_found_among_the_latest_answers_by_indexes(anna: User) -> None:
    with CaptureQueriesContext(connection) as ran:
        assert missed_by(anna) == {}
    plans = "\n".join(plan_of(query["sql"]) for query in ran)
    assert "attempt_latest" in plans
    assert "run_latest" in plans
