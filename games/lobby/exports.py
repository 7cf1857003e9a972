"""The offers in the export of a player's data."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.models import User
from core.responses import rows_of
from games.lobby.models import Offer


def offers_of(player: User) -> Iterator[dict[str, object]]:
    """Yield every offer the player made and every challenge they got, as plain data, oldest first."""
    theirs = Offer.objects.filter(Q(challenger=player) | Q(opponent=player))
    return map(_record, rows_of(theirs.select_related("challenger", "opponent", "club").order_by("made_at")))


def _record(offer: Offer) -> dict[str, object]:
    plain = ("id", "kind", "status", "starts", "rated", "flexible", "made_at", "closes_at", "closed_at")
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
