"""Fair play figures in the export of personal data."""

from __future__ import annotations

from accounts.models import User
from games.fairplay.models import Comparison


def comparisons_of(user: User) -> list[dict[str, object]]:
    """Return the comparisons of the user's rated matches, as JSON can hold them."""
    known = Comparison.objects.filter(player=user).order_by("finished_at", "pk")
    columns = ("match", "finished_at", "rating", "turns", "agreed", "expected", "loss", "seconds")
    return [dict(row) for row in known.values(*columns)]
