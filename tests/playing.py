"""Random matches of any game, played with its rules alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from games.catalogue import display_of
from games.rules import AnyGame, Options, PlayedMove, Position, SeededRandom

LONGEST = 2000
COMMANDS_SELDOM = 0.05


@dataclass(frozen=True)
class Played:
    """A whole match: its options, seed and moves, and every position from the first to the last."""

    game: AnyGame
    options: Options
    seed: bytes
    moves: tuple[object, ...]
    positions: tuple[Any, ...]  # tests of one game know its own class

    @property
    def end(self) -> Position:
        """Return the position with the result."""
        end: Position = self.positions[-1]
        return end

    @property
    def turns(self) -> tuple[PlayedMove, ...]:
        """Return the effect of each move."""
        return tuple(position.last for position in self.positions[1:] if position.last)

    def steps(self) -> Iterator[tuple[Position, object, Position]]:
        """Yield every move with the positions before and after it."""
        return zip(self.positions, self.moves, self.positions[1:], strict=False)


def all_options(game: AnyGame) -> list[Options]:
    """Return every combination of this game's options."""
    choices = game.options_type.choices()
    answers = product(*(choice.answers for choice in choices))
    names = [choice.name for choice in choices]
    return [game.options_type.read(dict(zip(names, chosen, strict=True))).renewed() for chosen in answers]


@lru_cache(maxsize=256)
def play(game: AnyGame, options: Options, number: int) -> Played:
    """Return the random match of this number; deterministic, with few moves without tiles (such as passes)."""
    seed = number.to_bytes(32, "big")
    chance = random.Random(number)
    positions: list[Position] = [game.setup(options, SeededRandom(seed))]
    moves: list[object] = []
    while positions[-1].result is None:
        assert len(moves) < LONGEST, "the match does not end"
        moves.append(choose(game, positions[-1], chance))
        positions.append(game.apply(positions[-1], moves[-1], SeededRandom(seed, len(moves))))
    return Played(game, options, seed, tuple(moves), tuple(positions))


def choose(game: AnyGame, position: Position, chance: random.Random) -> object:
    """Return a random legal move."""
    texts = {command.text for command in display_of(game).commands(game.view(position, position.to_move))}
    commands: list[object] = []
    others: list[object] = []
    for move in game.legal_moves(position):
        text = game.encode(move)
        (commands if text in texts or text != game.published(move) else others).append(move)
    seldom = commands and chance.random() < COMMANDS_SELDOM
    return chance.choice(commands if seldom or not others else others)
