"""Fair play figures in the export of personal data."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from games.fairplay.models import Comparison


def comparisons_of(user: User) -> Iterator[dict[str, object]]:
    """Yield the comparisons of the user's rated matches, as JSON can hold them."""
    comparisons = Comparison.objects.filter(player=user).order_by("finished_at", "pk")
    columns = ("match", "finished_at", "rating", "turns", "agreed", "expected", "loss", "seconds")
    return ({**row} for row in comparisons.values(*columns))
