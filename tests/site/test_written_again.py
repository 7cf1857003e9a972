"""Rows that are written again: each column is renewed, or kept on purpose, so that none is left as of another time."""

from __future__ import annotations

import sys

from django.db.models import Model

from core.db.prepared import PreparedInsert

# The columns that a row keeps when the same is written again, by its table and the columns that are renewed.
KEPT = {
    # The runner that holds the job finishes its run; the row tells since when the work is asked for.
    ("jobs.job", "due_at error request state tries"): {"claim", "created_at", "leased_until"},
    # Without a scan nothing is known of them; a match that is only noted has not been scanned.
    ("history.participation", "at game_slug is_live left_early opponent outcome rated"): {"reply_seconds"},
    ("history.participation", "at game_slug is_live left_early opponent outcome rated reply_seconds"): set(),
    ("history.record", "at match ply text value"): set(),
    (
        "ratings.rating",
        "deviation drawn lost newcomers rated_at rating settled_until volatility won",
    ): set(),
    ("ratings.ratingpool", "latest"): set(),
    ("ratings.score", "total"): set(),
}


def upserts() -> list[PreparedInsert[Model]]:
    """Return the prepared inserts of the site that write a row again where there is one."""
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in ("accounts", "games")]
    found = {id(one): one for module in ours for one in vars(module).values() if isinstance(one, PreparedInsert)}
    return [one for one in found.values() if one._unique]


def test_a_row_that_is_written_again_renews_each_column_or_keeps_it_on_purpose() -> None:
    found = {}
    for one in upserts():
        renewed = {*one._renewed, *one._added}
        columns = {field.name for field in one._model._meta.concrete_fields if not field.primary_key}
        found[one._model._meta.label_lower, " ".join(sorted(renewed))] = columns - renewed - {*one._unique}
    assert found == KEPT
