"""The turns that wait for a player, the one with the least time left first."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.rules import Seat


def waiting_turns(player: User) -> QuerySet[Match]:
    """The running matches in which this player is to move, by the time that is left."""
    mine = Q(first=player, to_move=Seat.FIRST) | Q(second=player, to_move=Seat.SECOND)
    running = Match.objects.filter(mine, finished_at=None, game_slug__in=games())
    return running.order_by(F("deadline_at").asc(nulls_last=True), "pk")


def next_turn(player: User, after: str = "") -> str | None:
    """The match to go to from the match `after`: the next by urgency, round and round; None where none waits."""
    keys = list(waiting_turns(player).values_list("pk", flat=True))
    place = keys.index(after) + 1 if after in keys else 0
    others = [key for key in keys[place:] + keys[:place] if key != after]
    return others[0] if others else None
