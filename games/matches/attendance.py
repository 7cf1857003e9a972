"""Who is at the board of a live match: it begins when both are, and shows who has gone."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from games.matches import live
from games.matches.changes import change
from games.matches.clocks import column, when_both_are_there
from games.matches.models import Match
from games.rules import Seat


def come(match: Match, seat: Seat | None) -> None:
    """Notes that this player is at the board, and begins the match if both are.

    Costs nothing where there is nothing to note: over days, for somebody who watches, for who is there already.
    """
    if seat is None or not match.is_live or match.finished_at or match.gone_at(seat) is None:
        return
    away = column(seat, "gone_at")
    if Match.objects.filter(pk=match.pk, **{f"{away}__isnull": False}).update(**{away: None}):
        transaction.on_commit(partial(live.announce_attendance, match.pk, seat))
    setattr(match, away, None)
    if match.is_gathering:
        _begin(match, timezone.now())


def go(match_id: str, seat: Seat) -> None:
    """Notes that this player has left the board; changes nothing where that is known, or the match is over."""
    away = column(seat, "gone_at")
    here = Match.objects.filter(pk=match_id, finished_at=None, **{away: None})
    if here.update(**{away: timezone.now()}):
        transaction.on_commit(partial(live.announce_attendance, match_id, seat))


def _begin(match: Match, now: datetime) -> None:
    """Of two who come at the same instant, the one whose update is second finds both there."""
    there = {"first_gone_at": None, "second_gone_at": None}
    change(match, clock_since=None, finished_at=None, **there, changes=when_both_are_there(match, now))
