"""Casual matches against a computer that continue a finished match from one of its turns."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from core import clock
from core.hooks import Context
from games.catalogue import bots
from games.computers.characters import character
from games.computers.services import DOUBLE_CLICK, computer_for
from games.matches.models import Match
from games.matches.play.continued import Origin, check_origin, may_continue, mover_at
from games.matches.play.deals import NO_MIX, Mix, prepared
from games.matches.play.limits import check_may_play_computer, running_with_computers
from games.matches.play.services import find_match, start_match
from games.matches.time.control import STRICT_CORRESPONDENCE
from games.rules import Seat


def play_on(
    player: User, match_id: str, ply: int, level: int, keeper: Seat | None = None, *, mix: Mix = NO_MIX
) -> Match:
    """Begin a casual match that continues another after `ply` moves, against the computer of this level.

    The player takes the seat `keeper` with its hand and points, by default that of the player to move there; the
    computer's hand and the bags are dealt again. `mix` is the browser's part of the deal's randomness. A second request
    within `DOUBLE_CLICK` returns the same match. Raises Refused and Match.DoesNotExist.
    """
    match = find_match(match_id)
    computer = computer_for(match.game_slug, level)
    check_origin(match, ply)
    seat = keeper or mover_at(match, ply)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)  # serialized, or a double click begins two
        if twin := _just_begun(player, computer, Origin(match, ply, seat)):
            return twin
        check_may_play_computer(player)
        return _start(player, computer, Origin(match, ply, seat), mix)


def in_replay(page: Context) -> Context | None:
    """Return the choices for the turn shown in the replay."""
    return choices_at(page["match"], page["board_view"].ply)


def in_analysis(page: Context) -> Context | None:
    """Return the choices for a page of the analysis, whose context has `match` and `ply`."""
    return choices_at(page["match"], page["ply"])


def choices_at(match: Match, ply: int) -> Context | None:
    """Return the seats and computers to choose from; None if the match cannot be continued there."""
    levels = bots().get(match.game_slug)
    if not levels or not may_continue(match, ply):
        return None
    mover = mover_at(match, ply)
    seats = [(seat, match.player(seat)) for seat in (mover, mover.other)]
    computers = [character(level) for level in levels]
    return {"match": match, "ply": ply, "computers": computers, "seats": seats}


def of_match(page: Context) -> Context | None:
    """Return the match that the one of this page continues, and the ply from which; None if it continues none."""
    match: Match = page["match"]
    return {"origin": find_match(match.origin_id), "ply": match.origin_ply} if match.origin_id else None


def _start(player: User, computer: User, origin: Origin, mix: Mix) -> Match:
    first, second = (player, computer) if origin.keeper is Seat.FIRST else (computer, player)
    return start_match(
        game_slug=origin.match.game_slug,
        options=origin.match.options,
        first=first,
        second=second,
        time_control=STRICT_CORRESPONDENCE,
        origin=origin,
        deal=prepared(mix),
        values=(mix.value, b"") if first == player else (b"", mix.value),
    )


def _just_begun(player: User, computer: User, origin: Origin) -> Match | None:
    fresh = running_with_computers(player).filter(started_at__gt=clock.now() - DOUBLE_CLICK, ply__lte=1)
    with_it = fresh.filter(Q(first=computer) | Q(second=computer), **origin.columns)
    return with_it.select_related("first", "second").first()
