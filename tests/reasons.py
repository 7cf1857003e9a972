"""Why a move is better, as an English sentence: for the tests of all games."""

from __future__ import annotations

from games.analysis.evaluation.moments import explain
from games.catalogue import displays
from games.rules import Position


def reason(slug: str, position: Position, played: str, best: str) -> str:
    """Return why the best move is better than the played one; empty if no reason is sure."""
    why = explain(slug, position, played, best, 1)
    return str(displays()[slug].explain(why)) if why else ""
