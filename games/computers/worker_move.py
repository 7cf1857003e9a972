"""The thinking itself, as a worker does it: a move found from a view. Nothing here knows a match or a database."""

from __future__ import annotations

from games.catalogue import bots, games
from games.rules import SeededRandom, View


def choose(slug: str, level: int, view: View, rng: SeededRandom) -> str:
    """The move, in notation, of the computer of this level for the viewer, who is to move."""
    return games()[slug].encode(bots()[slug][level].choose(view, rng))
