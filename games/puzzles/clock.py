"""What the clock does for puzzles: looks through matches beside its ticks, keeps a stock, and chooses the dailies."""

from __future__ import annotations

from games.puzzles.services.dailies import choose_all
from games.puzzles.services.searching import replenish, search_next

MINUTE = 60.0


def keep_stock() -> None:
    """Sees to it that there are puzzles: a few matches of each game a minute while there are few, no more."""
    replenish()
    choose_all()


__all__ = ["MINUTE", "keep_stock", "search_next"]
