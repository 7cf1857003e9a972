"""The next puzzle is found by its rating, whatever else there is."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.puzzles.services.selection import next_puzzle
from tests.puzzles.conftest import make_puzzle


def test_it_is_found_by_an_index_and_each_source_by_its_key(db: None, anna: User) -> None:
    known = make_puzzle(number=1)
    with CaptureQueriesContext(connection) as ran:
        assert next_puzzle(anna, "digifeud", None) == known
    searches = [one["sql"] for one in ran if "puzzles_source" in one["sql"]]
    assert len(searches) == 2  # above and below
    for sql in searches:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = [row[-1] for row in cursor.fetchall()]
        assert any("puzzle_offered" in step for step in plan), plan
        assert not [step for step in plan if step.startswith("SCAN")], plan
        assert not [step for step in plan if "TEMP B-TREE" in step], plan
