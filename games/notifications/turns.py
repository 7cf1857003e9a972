"""The turns that wait for a player, most urgent first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django.db import connection
from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.rules import Seat


def waiting_turns(player: User) -> QuerySet[Match]:
    """Return the running matches in which this player is to move, by remaining time."""
    mine = Q(first=player, to_move=Seat.FIRST) | Q(second=player, to_move=Seat.SECOND)
    running = Match.objects.filter(mine, finished_at=None, game_slug__in=games())
    return running.order_by(F("deadline_at").asc(nulls_last=True), "pk")


def count_waiting(player: User) -> int:
    """Return the number of waiting turns."""
    return count_waiting_of([player.pk])[player.pk]


def count_waiting_of(players: Sequence[int]) -> dict[int, int]:
    """Return the number of waiting turns of each of these players, by key, with one query.

    By raw SQL: every page needs it, and the ORM takes longer than the query.
    """
    slugs = tuple(games())
    values: list[int | str] = []
    for player in players:
        for seat in Seat:
            values += [player, int(seat), *slugs]
    with connection.cursor() as cursor:
        cursor.execute(_counting(len(slugs), len(players)), values)
        counts: tuple[int, ...] = cursor.fetchone()
    return dict(zip(players, counts, strict=True))


@cache
def _counting(games: int, players: int) -> str:
    table, slugs = Match._meta.db_table, ", ".join(["%s"] * games)
    counts = (
        f"(SELECT COUNT(*) FROM {table} WHERE {column} = %s AND to_move = %s"  # noqa: S608 - no value is in it
        f" AND finished_at IS NULL AND game_slug IN ({slugs}))"
        for column in ("first_id", "second_id")
    )
    return f"SELECT {', '.join([' + '.join(counts)] * players)}"


def next_turn(player: User, after: str = "") -> str | None:
    """Return the next match by urgency after the match `after`, cyclically; None if none waits."""
    keys = list(waiting_turns(player).values_list("pk", flat=True))
    place = keys.index(after) + 1 if after in keys else 0
    others = [key for key in keys[place:] + keys[:place] if key != after]
    return others[0] if others else None
