"""The position of a puzzle, and the position after further moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from games.catalogue import games
from games.puzzles.models import Puzzle
from games.rules import PlayedMove, Position, SeededRandom, View

REMEMBERED = 256  # cached positions


def position_of(puzzle: Puzzle, line: Sequence[str] = ()) -> Position:
    """Return the position of the puzzle, or the one after these further moves in notation. Cached."""
    moves = (*puzzle.moves, *line)
    return _replay(puzzle.game_slug, puzzle.rules_version, json.dumps(puzzle.option_data), bytes(puzzle.seed), moves)


def solver_view(puzzle: Puzzle, line: Sequence[str] = ()) -> View:
    """Return the view of the player to move in the position."""
    position = position_of(puzzle, line)
    view: View = puzzle.game.view(position, position.to_move)
    return view


def judged(puzzle: Puzzle, text: str, line: Sequence[str] = ()) -> tuple[str, PlayedMove]:
    """Return the move in canonical notation and its effect; raises BadNotation or IllegalMove."""
    move = puzzle.game.decode(text)
    return puzzle.game.encode(move), puzzle.game.judge(position_of(puzzle, line), move)


@lru_cache(maxsize=REMEMBERED)
def _replay(slug: str, version: int, option_data: str, seed: bytes, moves: tuple[str, ...]) -> Position:
    game = games()[slug].version(version)
    position: Position = game.setup(game.options_type.read(json.loads(option_data)), SeededRandom(seed, 0))
    for ply, text in enumerate(moves, 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    return position
