"""The turns that wait for a player, most urgent first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from threading import Lock

from cachetools import TTLCache
from django.db import connection
from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.rules import Seat

COUNTED = 3.0  # seconds for which the counts at the end of a match are cached
_at_end: TTLCache[tuple[str, int], int] = TTLCache(10_000, COUNTED)  # by match and player
_lock = Lock()


def waiting_turns(player: User) -> QuerySet[Match]:
    """Return the running matches in which this player is to move, by remaining time."""
    mine = Q(first=player, to_move=Seat.FIRST) | Q(second=player, to_move=Seat.SECOND)
    running = Match.objects.filter(mine, finished_at=None, sealed_move="", game_slug__in=games())
    return running.order_by(F("deadline_at").asc(nulls_last=True), "pk")


def count_waiting(player: User, besides: str = "") -> int:
    """Return the number of waiting turns, `besides` the match with this key."""
    return count_waiting_of([player.pk], besides)[player.pk]


def count_waiting_of(players: Collection[int], besides: str = "") -> dict[int, int]:
    """Return the number of waiting turns of each of these players, by key, with one query.

    By raw SQL: every page needs it, and the ORM takes longer than the query.
    """
    slugs = tuple(games())
    values: list[int | str] = []
    for seat in Seat:
        values += [*players, int(seat), *slugs, besides]
    with connection.cursor() as cursor:
        cursor.execute(_counting(len(slugs), len(players)), values)
        counts: dict[int, int] = dict(cursor.fetchall())
    return {player: counts.get(player, 0) for player in players}


@lru_cache(maxsize=100)
def _counting(games: int, players: int) -> str:
    table, slugs, keys = Match._meta.db_table, ", ".join(["%s"] * games), ", ".join(["%s"] * players)
    turns = (
        f"SELECT {column} AS player FROM {table} WHERE {column} IN ({keys}) AND to_move = %s"  # noqa: S608 - no value is in it
        f" AND finished_at IS NULL AND sealed_move = '' AND game_slug IN ({slugs}) AND id <> %s"
        for column in ("first_id", "second_id")
    )
    return f"SELECT player, COUNT(*) FROM ({' UNION ALL '.join(turns)}) AS turns GROUP BY player"  # noqa: S608


def count_at_ends(matches: Sequence[Match]) -> None:
    """Count the waiting turns of the players of matches that have just ended, for the cards of their ends."""
    counts = count_waiting_of({player for match in matches for player in (match.first_id, match.second_id)})
    with _lock:
        for match in matches:
            for player in (match.first_id, match.second_id):
                _at_end[match.pk, player] = counts[player]


def waiting_at_end(match: Match, player: User) -> int:
    """Return the number of the player's waiting turns when the match ended, or by now."""
    with _lock:
        count = _at_end.get((match.pk, player.pk))
    return count_waiting(player) if count is None else count


def next_turn(player: User, after: str = "") -> str | None:
    """Return the next match by urgency after the match `after`, cyclically; None if none waits."""
    keys = list(waiting_turns(player).values_list("pk", flat=True))
    place = keys.index(after) + 1 if after in keys else 0
    others = [key for key in keys[place:] + keys[:place] if key != after]
    return others[0] if others else None
