"""Trials of a position by computer players: how many miss the answer says how hard it is. Pure."""

from __future__ import annotations

from collections.abc import Collection

from games.catalogue import bots
from games.rules import AnyGame, Position, SeededRandom

TRIES = 12  # of each level


def share_solved(game: AnyGame, position: Position, answers: Collection[object], seed: bytes, ply: int) -> float:
    """Return the share of tries in which computer players choose one of the answers, as the player to move sees it.

    All levels try but the strongest, which is slow and hardly random. Half a solved and half a failed try are added
    (the Krichevsky-Trofimov estimator), so that the share is never 0 or 1. It is 1 in a game without such players.
    Deterministic: `seed` and `ply` say which random numbers the players have.
    """
    levels = bots().get(game.slug, {})
    weaker = [levels[level] for level in sorted(levels)[:-1]]
    if not weaker:
        return 1.0
    view = game.view(position, position.to_move)
    rngs = [SeededRandom(seed + b"trial", ply * TRIES + number) for number in range(TRIES)]
    hits = sum(bot.choose(view, rng) in answers for bot in weaker for rng in rngs)
    return (hits + 0.5) / (len(weaker) * TRIES + 1)
