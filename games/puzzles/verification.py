"""The test whether a puzzle's answers are the best moves by winning chance. Pure, so it can run in a worker process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue import games
from games.puzzles.extraction import Found, stand_out
from games.rules import Position, SeededRandom


def answers_stand_out(
    slug: str, option_data: Mapping[str, str], seed: bytes, moves: Sequence[str], puzzle: Found
) -> bool:
    """Return whether the answers of this puzzle are clearly the best moves by winning chance.

    The chances are those of the game's strongest computer, from the solver's view. Deterministic.
    """
    game = games()[slug]
    position: Position = game.setup(game.options_type.read(option_data), SeededRandom(seed, 0))
    for ply, text in enumerate(moves, 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    return stand_out(game, position, puzzle, SeededRandom(seed + b"check", len(moves) + 1))
