"""The function that a worker runs to find a move from a view, without a match or a database."""

from __future__ import annotations

from games.catalogue import bots, games
from games.rules import SeededRandom, View


def choose(slug: str, level: int, view: View, rng: SeededRandom, halvings: int = 0) -> str:
    """Return the move, in notation, of the computer of this level for the viewer, the player to move.

    Its search is halved `halvings` times (`Bot.hurried`).
    """
    bot = bots()[slug][level]
    return games()[slug].encode((bot.hurried(halvings) if halvings else bot).choose(view, rng))
