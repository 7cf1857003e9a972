"""The test whether the strongest computer solves a puzzle. Pure, so it can run in a worker process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue import bots, games
from games.rules import Position, SeededRandom


def strongest_solves(
    slug: str, option_data: Mapping[str, str], seed: bytes, moves: Sequence[str], best_points: int
) -> bool:
    """Return whether the game's strongest computer, with the solver's view, plays a move with the most points.

    It also considers the rest of the match: if it chooses another move, the answer is a move no good player would make.
    In a game without bots every puzzle passes. Deterministic.
    """
    known = bots().get(slug)
    if not known:
        return True
    game = games()[slug]
    position: Position = game.setup(game.options_type.read(option_data), SeededRandom(seed, 0))
    for ply, text in enumerate(moves, 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    view = game.view(position, position.to_move)
    move = known[max(known)].choose(view, SeededRandom(seed + b"check", len(moves) + 1))
    points: int = game.judge(position, move).points
    return points == best_points
