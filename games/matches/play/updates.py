"""Conditional writes to the row of a match."""

from __future__ import annotations

import copy
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, cast

from django.db import transaction
from django.db.models import F

from games.matches.hooks import match_ended
from games.matches.models import AWAY_SINCE, ClockColumns, Deal, Match, columns_of
from games.matches.play import announcements, rooms

if TYPE_CHECKING:
    from games.matches.outcomes import Ending
    from games.matches.time.clock import Clock
    from games.rules import Position, Seat


class MatchColumns(ClockColumns, total=False):
    """Columns of a match that change while it is played, with the types of their values."""

    ply: int
    to_move: Seat | int
    first_points: int
    second_points: int
    moved_at: datetime
    draw_offered_by: Seat | int | None
    draw_offered_ply: int | None
    time_given_ply: int | None
    nudged_at: datetime | None
    finished_at: datetime | None
    ending: str
    winner: Seat | int | None
    counts: bool
    scores: bool
    called_off_by: int
    voided_at: datetime | None
    rematch_by: Seat | int | None
    rematch_starter: Seat | int | None
    rematch: Match | None
    rematch_deal: Deal | None


def update_if(match: Match, *, expected: MatchColumns, changes: MatchColumns) -> Match | None:
    """Write `changes` if the row still holds the `expected` values (compare-and-set); return the match after them.

    Return None if it does not. The version rises by one; if the match has ended, the jobs of `match_ended` are enqueued
    in the same transaction. Open pages are told after the commit. `match` itself stays as it is, since a transaction of
    the caller may still be rolled back.
    """
    with transaction.atomic(savepoint=False):
        if not Match.objects.filter(pk=match.pk, **expected).update(version=F("version") + 1, **changes):
            return None
        after = with_changes(match, changes)
        if changes.get("finished_at"):
            match_ended.enqueue(after)
        transaction.on_commit(partial(_announce, after))
    return after


def with_changes(match: Match, changes: MatchColumns) -> Match:
    """Return a copy of the match with these columns changed, one version later."""
    after = copy.copy(match)
    for name, value in changes.items():  # of columns of the model, which tests/matches/test_updates.py checks
        setattr(after, name, value)
    after.version = match.version + 1
    return after


def _announce(match: Match) -> None:
    rooms.forget(match.pk)
    announcements.announce(match)


def clock_changes(match: Match, clock: Clock, *, mover: Seat | None = None) -> MatchColumns:
    """Return the columns that change with these clocks: two changes at the same time may change different ones.

    Presence changes without a new version, so what `match` holds of it may be old: that of the `mover` is returned in
    any case.
    """
    presence = AWAY_SINCE.of(mover) if mover else None
    columns = columns_of(clock).items()
    changes = {name: value for name, value in columns if value != getattr(match, name) or name == presence}
    return cast("MatchColumns", changes)


def end_columns(position: Position, ending: Ending, now: datetime) -> MatchColumns:
    """Return the columns of a match that ends with this position, and its result if it has one, at `now`."""
    result = position.result
    return {
        "counts": result.counts if result else True,
        "scores": result.scores if result else False,
        "first_points": position.scores[0],
        "second_points": position.scores[1],
        "draw_offered_by": None,
        "deadline_at": None,
        "finished_at": now,
        "ending": ending,
        "winner": result.winner if result else None,
    }
