"""Conditional writes to the row of a match, and what is published of them to open pages after the commit."""

from __future__ import annotations

import copy
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, cast

from django.db import transaction
from django.db.models import F

from accounts.online import news
from core import clock
from core.live import fanout
from games.catalogue import displays
from games.matches.errors import RulesGone
from games.matches.hooks import match_ended
from games.matches.models import AWAY_SINCE, ClockColumns, Deal, Match, columns_of
from games.matches.play import positions
from games.rules import Seat

if TYPE_CHECKING:
    from games.jobs.models import Job
    from games.matches.outcomes import Ending
    from games.matches.time.clock import Clock
    from games.rules import Position, Seat, Tallies

MIRROR = "mirror"  # the name of the live partial with the other board
AT_ONCE = 200  # matches that a run of a job replays


class MatchColumns(ClockColumns, total=False):
    """Columns of a match that change while it is played, with the types of their values."""

    ply: int
    to_move: Seat | int
    first_points: int
    second_points: int
    tallies: Tallies | None
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
    sealed_move: str


def update_if(match: Match, *, changes: MatchColumns, expected: MatchColumns | None = None) -> Match | None:
    """Write `changes` if the row still has the version of `match` (optimistic locking); return the match after them.

    With `expected`, if the row holds these values instead (compare-and-set). Return None if it does not. The version
    rises by one; if the match has ended, the jobs of `match_ended` are enqueued in the same transaction. Open pages are
    told after the commit. `match` itself stays as it is, since a transaction of the caller may still be rolled back.
    """
    with transaction.atomic(savepoint=False):
        unchanged = Match.objects.filter(pk=match.pk, **({"version": match.version} if expected is None else expected))
        if not unchanged.update(version=F("version") + 1, **changes):
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
    positions.forget_match(match.pk)
    announce(match)


def clock_changes(match: Match, clock: Clock, *, mover: Seat | None = None) -> MatchColumns:
    """Return the columns that change with these clocks: two changes at the same time may change different ones.

    Presence changes without a new version, so what `match` holds of it may be old: that of the `mover` is returned in
    any case.
    """
    presence = AWAY_SINCE.of(mover) if mover else None
    columns = columns_of(match.within_seal(clock)).items()
    changes = {name: value for name, value in columns if value != getattr(match, name) or name == presence}
    return cast("MatchColumns", changes)


def score_columns(position: Position) -> MatchColumns:
    """Return the columns of the numbers that lists show."""
    first, second = position.scores
    columns: MatchColumns = {"first_points": first, "second_points": second}
    return columns | {"tallies": position.tallies} if position.tallies else columns


def end_columns(position: Position, ending: Ending, now: datetime) -> MatchColumns:
    """Return the columns of a match that ends with this position, and its result if it has one, at `now`."""
    result = position.result
    return score_columns(position) | {
        "counts": result.counts if result else True,
        "scores": result.scores if result else False,
        "draw_offered_by": None,
        "sealed_move": "",
        "deadline_at": None,
        "finished_at": now,
        "ending": ending,
        "winner": result.winner if result else None,
    }


def write_tallies(job: Job) -> None:
    """Write the tallies that matches of an earlier release lack, `AT_ONCE` at a time. Idempotent."""
    slugs = [slug for slug, display in displays().items() if display.units]
    lacking = Match.objects.filter(tallies__isnull=True, game_slug__in=slugs)
    matches = list(lacking.order_by("pk")[:AT_ONCE])
    for match in matches:
        try:
            tallies = positions.standing(match, positions.replay_uncached(match, match.ply)).tallies
        except RulesGone:
            tallies = None
        lacking.filter(pk=match.pk, version=match.version).update(tallies=tallies or [])  # empty: not known
    if len(matches) == AT_ONCE:
        job.again_at = clock.now()


def match_topic(match_id: str) -> str:
    """Return the topic to which the open pages of a match subscribe."""
    return f"match.{match_id}"


def player_topic(user_id: int) -> str:
    """Return the topic for changes of any match of a player, given the player's primary key."""
    return f"player.{user_id}"


def announce(match: Match) -> None:
    """Announce a change of the match to its open pages and to both players; call it after the commit.

    Subscribers in this process get a copy of the match itself; those of other processes read it. A page that misses the
    event catches up with its next heartbeat.
    """
    topics = [match_topic(match.pk), player_topic(match.first_id), player_topic(match.second_id)]
    event = {"type": "match.changed", "match": match.pk, "version": match.version}
    fanout.publish(topics, event, here={"committed": copy.copy(match)})
    news.announce(match.first_id, match.second_id, match=match.pk, ply=match.ply)
    if match.twin_id:
        announce_live_partial(match.pk, MIRROR)
        announce_live_partial(match.twin_id, MIRROR)


def announce_attendance(match_id: str, seat: Seat) -> None:
    """Announce that the player of this seat has arrived or left; call it after the commit."""
    fanout.publish([match_topic(match_id)], {"type": "match.attendance", "match": match_id, "seat": int(seat)})


def announce_live_partial(match_id: str, name: str) -> None:
    """Announce that a live partial of the match has changed; call it after the commit."""
    fanout.publish([match_topic(match_id)], {"type": "partial.changed", "name": name})
