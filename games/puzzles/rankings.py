"""The best sprints of a day or a week, of all players or of a player and those whom that player follows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import F, Max, Q

from accounts.models import User
from games.puzzles.days import today
from games.puzzles.models import Run

LONGEST = 20  # rows
WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Sprint:
    """A player's best sprint and its rank; players with equally many solved puzzles share a rank."""

    rank: int
    player: User
    solved: int


def best_sprints(slug: str, *, since: date, followed_by: User | None = None) -> list[Sprint]:
    """Return the best sprint of each player since the beginning of this UTC day, most solved puzzles first.

    At most `LONGEST` rows. Guests are left out, as in the rankings. `followed_by` limits it to a player and
    those whom that player follows.
    """
    begins = datetime.combine(since, time(), UTC)
    runs = Run.objects.filter(game_slug=slug, kind=Run.Kind.SPRINT, begun_at__gte=begins, solved__gt=0)
    runs = runs.filter(player__is_guest=False, player__is_active=True)
    if followed_by:
        runs = runs.filter(Q(player__in=followed_by.favourites.values("of")) | Q(player=followed_by))
    each = runs.values("player").annotate(most=Max("solved"), name=F("player__username"))
    best = each.order_by("-most", "name")[:LONGEST]
    players = User.objects.in_bulk([one["player"] for one in best])
    rows: list[Sprint] = []
    for number, one in enumerate(best, 1):
        rank = rows[-1].rank if rows and rows[-1].solved == one["most"] else number
        rows.append(Sprint(rank, players[one["player"]], one["most"]))
    return rows


def begin_of(period: str) -> date:
    """Return the first of the seven days up to today if `period` is `week`, otherwise today."""
    return today() - WEEK + timedelta(days=1) if period == "week" else today()


def own_best(player: User | None, slug: str) -> int:
    """Return the most puzzles that the player ever solved in a sprint of this game; 0 without one."""
    if player is None:
        return 0
    best = Run.objects.filter(player=player, game_slug=slug, kind=Run.Kind.SPRINT).aggregate(most=Max("solved"))
    return best["most"] or 0
