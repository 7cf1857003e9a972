"""What an event publishes of its pairings: what they were made from, and the seed once it is over (commit-reveal)."""

from __future__ import annotations

import hashlib
from typing import Any

from games.events.field import Field, result_of
from games.events.models import Event

FORMAT = 1


def pairings_of(event: Event) -> dict[str, Any]:
    """Return the pairings of an event as plain data; `script/verify-pairings` reads it."""
    field = Field.read(event)
    rounds = []
    for one in field.rounds:
        in_round = field.in_round(one)
        results = [result for pairing in in_round if (result := result_of(pairing))]
        rounds.append(
            {
                "number": one.number,
                "begins_at": one.begins_at.isoformat(),
                "basis": one.basis,
                "pairs": [[pairing.first_id, pairing.second_id, pairing.number] for pairing in in_round],
                "results": [
                    [one.first, one.second, one.first_points, one.second_points, list(one.absent)] for one in results
                ],
            }
        )
    return {
        "format": FORMAT,
        "event": event.pk,
        "kind": event.kind,
        "commitment": hashlib.sha256(event.seed).hexdigest(),
        "seed": bytes(event.seed).hex() if event.is_over else None,
        "players": {entry.pk: entry.player.username for entry in field.entries.values()},
        "rounds": rounds,
    }
