"""Who is at the board of a live match: it begins when both are, and shows who has gone."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from games.matches import live
from games.matches.models import Match
from games.matches.time.clocks import column, when_both_are_there
from games.matches.updates import update_if
from games.rules import Seat


def come(match: Match, seat: Seat | None) -> None:
    """Note that this player is at the board, and begin the match if both are: in one transaction.

    Costs nothing where there is nothing to note: over days, for a viewer without a seat, for a player who is there
    already. A match that was left unbegun with both there begins.
    """
    if seat is None or not match.is_live or match.finished_at:
        return
    if match.gone_at(seat) is None and not _is_left_unbegun(match):
        return
    away = column(seat, "gone_at")
    with transaction.atomic():
        if Match.objects.filter(pk=match.pk, **{f"{away}__isnull": False}).update(**{away: None}):
            transaction.on_commit(partial(live.announce_attendance, match.pk, seat))
        if match.is_gathering:
            _begin(match, timezone.now())
    setattr(match, away, None)


def go(match_id: str, seat: Seat) -> None:
    """Notes that this player has left the board; changes nothing where that is known, or the match is over."""
    away = column(seat, "gone_at")
    here = Match.objects.filter(pk=match_id, finished_at=None, **{away: None})
    if here.update(**{away: timezone.now()}):
        transaction.on_commit(partial(live.announce_attendance, match_id, seat))


def _is_left_unbegun(match: Match) -> bool:
    """Whether both are there and the match has not begun, as older versions could leave it when they were killed."""
    return match.is_gathering and match.first_gone_at is None and match.second_gone_at is None


def _begin(match: Match, now: datetime) -> None:
    """Begin the match if both are there (compare-and-set).

    Of two who come at the same instant, the row lock makes one wait for the other's commit, so that the second finds
    both there.
    """
    there = {"first_gone_at": None, "second_gone_at": None}
    update_if(match, clock_since=None, finished_at=None, **there, changes=when_both_are_there(match, now))
