"""The offers in the export of a player's data."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.models import User
from core.web import rows_of
from games.lobby.models import Offer, Standing


def offers_of(player: User) -> Iterator[dict[str, object]]:
    """Yield every offer the player made and every challenge they got, as plain data, oldest first."""
    theirs = Offer.objects.filter(Q(challenger=player) | Q(opponent=player))
    return map(_record, rows_of(theirs.select_related("challenger", "opponent", "club").order_by("made_at")))


def standing_of(player: User) -> list[dict[str, object]]:
    """Return the standing challenges of the player, also those that have ended, the first one first."""
    theirs = Standing.objects.filter(Q(first=player) | Q(second=player)).select_related("first", "second")
    return [
        {
            "with": (one.second if one.first_id == player.pk else one.first).file_name,
            "game": one.game_slug,
            "made_at": one.made_at,
            "ended_at": one.ended_at,
        }
        for one in theirs.order_by("made_at", "pk")
    ]


def _record(offer: Offer) -> dict[str, object]:
    plain = ("id", "kind", "status", "starts", "rated", "flexible", "standing", "made_at", "closes_at", "closed_at")
    return {
        "challenger": offer.challenger.file_name,
        "opponent": offer.opponent and offer.opponent.file_name,
        "club": offer.club and offer.club.name,
        "game": offer.game_slug,
        "options": offer.option_data,
        "time": offer.time_control.code,
        "clocks_rest": offer.time_control.rests,
        "match": offer.match_id,
        **{name: getattr(offer, name) for name in plain},
    }
