"""A player's webhooks in the data export."""

from __future__ import annotations

from accounts.models import User
from core.web import rows_of
from games.webhooks.models import Endpoint, Sending

ENDPOINT = ("url", "description", "events", "made_at", "failing_since", "disabled_at")
SENDING = ("event", "subject", "status", "tries", "answer", "made_at", "ended_at")


def webhooks_of(player: User) -> list[dict[str, object]]:
    """Return the endpoints with what was sent to them."""
    return [
        {**{name: getattr(one, name) for name in ENDPOINT}, "sendings": _sendings(one)}
        for one in Endpoint.objects.filter(user=player).order_by("pk")
    ]


def _sendings(endpoint: Endpoint) -> list[dict[str, object]]:
    rows = rows_of(Sending.objects.filter(endpoint=endpoint).order_by("pk"))
    return [{name: getattr(row, name) for name in SENDING} for row in rows]
