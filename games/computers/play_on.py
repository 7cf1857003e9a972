"""Plays on from a turn of a match that is over, against a computer: a casual match that counts for nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.catalogue import bots
from games.computers.errors import TooManyMatches
from games.computers.services import MOMENT, MOST_MATCHES, computer_for, running_matches
from games.matches.models import Match
from games.matches.origins import Origin, check_origin, may_continue, mover_at
from games.matches.services import find_match, start_match
from games.matches.time.presets import STRICT_CORRESPONDENCE
from games.rules import Seat


def play_on(player: User, match_id: str, ply: int, level: int, keeper: Seat | None = None) -> Match:
    """A casual match that goes on after so many moves of another, against the computer of this level.

    The player takes the seat `keeper` with its hand and points, or else that of who is to move there; the computer's
    hand and the bags are dealt anew. Pressed twice at once it begins one match. Raises Refused, Match.DoesNotExist.
    """
    match = find_match(match_id)
    computer = computer_for(match.game_slug, level)
    check_origin(match, ply)
    seat = keeper or mover_at(match, ply)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)  # one at a time, or a double click begins two
        if twin := _just_begun(player, computer, Origin(match, ply, seat)):
            return twin
        if running_matches(player).count() >= MOST_MATCHES:
            raise TooManyMatches
        return _start(player, computer, Origin(match, ply, seat))


def in_replay(page: Mapping[str, Any]) -> dict[str, Any] | None:
    """The way on from the turn that is looked at again; its template asks for the seat and the computer's strength."""
    return way_on(page["match"], page["table"].ply)


def in_analysis(page: Mapping[str, Any]) -> dict[str, Any] | None:
    """The same for a page about one turn, which it names by `match` and `ply`."""
    return way_on(page["match"], page["ply"])


def way_on(match: Match, ply: int) -> dict[str, Any] | None:
    """What may be chosen to play on there; None where nobody may, or no computer plays the game."""
    known = bots().get(match.game_slug)
    if not known or not may_continue(match, ply):
        return None
    mover = mover_at(match, ply)
    seats = [(seat, match.player(seat)) for seat in (mover, mover.other)]
    return {"match": match, "ply": ply, "bots": list(known.values()), "seats": seats}


def of_match(page: Mapping[str, Any]) -> dict[str, Any] | None:
    """From where the match of this page goes on, if from anywhere."""
    match: Match = page["match"]
    return {"origin": find_match(match.origin_id), "ply": match.origin_ply} if match.origin_id else None


def _start(player: User, computer: User, origin: Origin) -> Match:
    first, second = (player, computer) if origin.keeper is Seat.FIRST else (computer, player)
    return start_match(
        game_slug=origin.match.game_slug,
        options=origin.match.options,
        first=first,
        second=second,
        time_control=STRICT_CORRESPONDENCE,
        origin=origin,
    )


def _just_begun(player: User, computer: User, origin: Origin) -> Match | None:
    fresh = running_matches(player).filter(started_at__gt=timezone.now() - MOMENT, ply__lte=1, **origin.columns)
    with_it = fresh.filter(Q(first=computer) | Q(second=computer))
    return with_it.select_related("first", "second").first()
