"""What the clock does for puzzles: checks and finds them beside its ticks, keeps a stock, and chooses the dailies."""

from __future__ import annotations

from games.puzzles.services.dailies import choose_all
from games.puzzles.services.extraction import check_or_search, replenish

MINUTE = 60.0


def keep_stock() -> None:
    """Sees to it that there are puzzles: a few matches of each game a minute while there are few, no more."""
    replenish()
    choose_all()


__all__ = ["MINUTE", "check_or_search", "keep_stock"]
