"""Plays the golden matches anew and writes their files."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence

from games.digifeud.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import Dice, Options
from tests.digifeud.golden.record import FOLDER, write

Choose = Callable[[DigifeudPosition, Sequence[str], random.Random], str]


def _best(position: DigifeudPosition, moves: Sequence[str], _chance: random.Random) -> str:
    """The move that brings most."""
    return max(moves, key=lambda text: game.judge(position, game.decode(text)).points)


def _random(_position: DigifeudPosition, moves: Sequence[str], chance: random.Random) -> str:
    """Any calculation; a pass where there is none."""
    return chance.choice(moves[1:] or moves)


def _blanks(_position: DigifeudPosition, moves: Sequence[str], chance: random.Random) -> str:
    """A calculation with a blank, if there is one."""
    return chance.choice([text for text in moves if "?" in text] or moves[1:] or moves)


def _lazy(_position: DigifeudPosition, moves: Sequence[str], chance: random.Random) -> str:
    """A pass every third time."""
    return "pass" if chance.randrange(3) == 0 else chance.choice(moves)


MATCHES: dict[str, tuple[dict[str, str], Choose, str]] = {
    "usual": ({}, _random, ""),
    "best-moves": ({}, _best, ""),
    "plus-and-minus": ({"operators": "+-"}, _random, ""),
    "four-directions": ({"directions": "4", "operators": "+-x/"}, _best, ""),
    "blanks": ({"directions": "4"}, _blanks, ""),
    "passes": ({"operators": "+-x/"}, _lazy, ""),
    "resigned": ({}, _best, "resigned"),
    "time": ({"directions": "4", "operators": "+-"}, _random, "time"),
}
FORFEIT_AFTER = 7


def _moves(options: Options, seed: bytes, choose: Choose, forfeit: str) -> list[str]:
    position = game.setup(game.Options.read(options.data()), Dice(seed))
    chance, played = random.Random(seed), list[str]()
    while position.result is None:
        if forfeit and len(played) == FORFEIT_AFTER:
            return [*played, forfeit]
        texts = [game.encode(move) for move in game.legal_moves(position)]
        played.append(choose(position, texts, chance))
        position = game.apply(position, game.decode(played[-1]), Dice(seed, len(played)))
    return played


for name, (answers, choose, forfeit) in MATCHES.items():
    options, seed = game.Options.read(answers), hashlib.sha256(name.encode()).digest()
    (FOLDER / f"{name}.txt").write_text(write(options, seed.hex(), _moves(options, seed, choose, forfeit)))
