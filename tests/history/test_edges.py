"""Records of equal values, and files of just the largest size."""

from __future__ import annotations

from datetime import timedelta
from itertools import permutations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from accounts.models import User
from accounts.services import delete_account
from games.history.forms import LARGEST, FileForm, FilterForm
from games.history.models import Record
from games.history.services import RecordKey, _keep_best, key_of
from tests.events.cups import NOW


def test_of_records_the_higher_and_then_the_earlier_one_stays() -> None:
    first, later, higher, again = (
        Record(player_id=1, game_slug="sudoku", kind=Record.Kind.BEST_TURN, value=value, at=at, text=text)
        for value, at, text in (
            (9, NOW, "first"),
            (9, NOW + timedelta(seconds=1), "later"),
            (10, NOW + timedelta(days=1), "higher"),
            (9, NOW, "again"),
        )
    )
    for order in permutations((first, later)):
        best: dict[RecordKey, Record] = {}
        _keep_best(best, order)
        assert best == {key_of(first): first}
        assert best[key_of(first)].text == "first"
        _keep_best(best, [again])
        assert best[key_of(first)].text == "first"
        _keep_best(best, [higher])
        assert best[key_of(first)].text == "higher"


@pytest.mark.parametrize(("size", "is_valid"), [(LARGEST, True), (LARGEST + 1, False)])
def test_a_file_has_so_many_bytes_at_most(size: int, is_valid: bool) -> None:
    file: SimpleUploadedFile = SimpleUploadedFile("match.txt", b"a" * size)
    form = FileForm(QueryDict(), MultiValueDict({"file": [file]}))
    assert form.is_valid() is is_valid
    assert is_valid or form.errors == {"__all__": ["This file is too large for a match."]}


def test_no_one_is_found_by_the_name_of_a_deleted_account(anna: User) -> None:
    delete_account(anna)
    anna.refresh_from_db()
    for name in ("anna", anna.username):
        form = FilterForm(QueryDict(f"against={name}"))
        assert form.errors == {"against": ["No player with that name."]}
