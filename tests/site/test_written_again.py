"""Rows that are written again: each column is renewed, or kept on purpose, so that none is left as of another time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db.models import Model

from games.history.models import Participation
from games.history.services import DERIVED
from games.jobs.models import Job
from games.jobs.services import RENEWED
from games.ratings.models import Rating
from games.ratings.services import RATING_FIELDS


@pytest.mark.parametrize(
    ("model", "unique", "renewed", "kept"),
    [
        # The runner that holds the job finishes its run; the row tells since when the work is asked for.
        (Job, {"kind", "key"}, RENEWED, {"claim", "created_at", "leased_until"}),
        # Without a scan nothing is known of it; a match that is only noted has not been scanned.
        (Participation, {"match", "player"}, DERIVED, {"reply_seconds"}),
        (Rating, {"pool", "player"}, RATING_FIELDS, set()),
    ],
)
def test_a_row_that_is_written_again_renews_each_column_or_keeps_it_on_purpose(
    model: type[Model], unique: set[str], renewed: Sequence[str], kept: set[str]
) -> None:
    columns = {field.name for field in model._meta.concrete_fields if not field.primary_key}
    assert columns - unique - {*renewed} == kept
