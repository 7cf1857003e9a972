"""A player's deals of the day in the data export."""

from __future__ import annotations

from accounts.models import User
from games.daily.models import Try


def deals_of(player: User) -> list[dict[str, object]]:
    """Return the player's tries with their days, matches and results; the deals themselves are no personal data."""
    tries = Try.objects.filter(player=player).order_by("deal__day", "deal__game_slug")
    columns = ("deal__day", "deal__game_slug", "match", "ended_at", "has_result", "lead", "small_lead")
    return [{name.removeprefix("deal__"): value for name, value in row.items()} for row in tries.values(*columns)]
