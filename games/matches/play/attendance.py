"""Presence in live matches: a match begins when both players have arrived, and its page shows absent players."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction

from core import clock
from games.matches.hooks import begin_turns, player_awaited
from games.matches.models import AWAY_SINCE, Match
from games.matches.play import announcements, rooms
from games.matches.play.updates import MatchColumns, clock_changes, update_if
from games.rules import Seat


def is_news(match: Match, seat: Seat | None) -> bool:
    """Return whether `arrive` has anything to record for this viewer, without a query."""
    if seat is None or not match.is_live or match.finished_at:
        return False
    return match.clock.away_since.of(seat) is not None


def present(match: Match, seat: Seat) -> Match:
    """Return a copy of the match in which this player is present."""
    return match.with_clock(match.clock.present(seat))


def arrive(match: Match, seat: Seat | None) -> Match:
    """Record that this player is present, and begin the match if both are, in one transaction; return the match after.

    `match` itself stays as it is: open pages may be drawn from it meanwhile.

    Idempotent, and without a query where there is nothing to record: in correspondence, for a spectator, for a player
    who is present already.
    """
    if seat is None or not is_news(match, seat):
        return match
    after = present(match, seat)
    with transaction.atomic():
        has_come = _set_away_since(match.pk, seat, None)
        if has_come:
            transaction.on_commit(partial(_announce, match.pk, seat))
        begun_match = _begin(after, clock.now()) if after.is_gathering else None
        if has_come and after.is_gathering and begun_match is None:
            for call in player_awaited:
                call(after, seat.other)
    return begun_match or after


def leave(match_id: str, seat: Seat) -> None:
    """Record that this player has left a live match; do nothing if that is recorded already, or the match is over."""
    if _set_away_since(match_id, seat, clock.now()):
        transaction.on_commit(partial(_announce, match_id, seat))


def _announce(match_id: str, seat: Seat) -> None:
    rooms.forget(match_id)
    announcements.announce_attendance(match_id, seat)


def _set_away_since(match_id: str, seat: Seat, since: datetime | None) -> bool:
    """Write since when this player is away, None for present (compare-and-set); return whether that was a change.

    The version of the row stays. A player cannot leave a finished match.
    """
    was_away = since is None
    matches = Match.objects.filter(pk=match_id) if was_away else Match.objects.filter(pk=match_id, finished_at=None)
    column = AWAY_SINCE.of(seat)
    return bool(matches.filter(**{f"{column}__isnull": not was_away}).update(**{column: since}))


def _begin(match: Match, now: datetime) -> Match | None:
    """Begin the match if both are present (compare-and-set); return it then.

    If two players arrive at the same instant, `arrive` has locked the row: the second transaction waits for the commit
    of the first, and finds both present.
    """
    both: MatchColumns = {"first_away_since": None, "second_away_since": None}
    changes: MatchColumns = {**clock_changes(match, match.clock.begun(now)), **both}
    after = update_if(match, expected={"clock_since": None, "finished_at": None, **both}, changes=changes)
    if after:
        begin_turns(after)
    return after
