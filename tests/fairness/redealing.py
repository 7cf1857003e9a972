"""Random matches by the rules, dealt again by `script/verify-draws`, which knows nothing of this project.

    python -m tests.fairness.redealing [MATCHES]

plays MATCHES of each game (1000), has every one dealt again from its file, and compares all tiles after every
move.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import random
import sys
import time
from collections.abc import Iterable
from functools import cache
from importlib.machinery import SourceFileLoader
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from games.rules import AnyGame, Position, SeededRandom

SCRIPT = Path(__file__).parents[2] / "script" / "verify-draws"
CONSIDERED = 12  # legal moves among which a random one is chosen
RARELY = 0.03  # how often a turn is passed or tiles are exchanged though something else is possible
LONGEST = 300  # moves
Json = dict[str, Any]  # a match file


@cache
def verifier() -> ModuleType:
    """Return the script as a module."""
    spec = importlib.util.spec_from_loader("verify_draws", SourceFileLoader("verify_draws", str(SCRIPT)))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def played(game: AnyGame, number: int) -> tuple[Json, list[Position]]:
    """Return the file of a random match whose seed both browsers mixed, and all its positions."""
    chance = random.Random(f"{game.slug} {number}")
    server, first, second, match_id = chance.randbytes(32), chance.randbytes(32), chance.randbytes(32), f"m{number:09}"
    values = b"".join(sorted((first, second)))
    seed = hashlib.sha256(server + values + match_id.encode()).digest()
    choices = game.options_type.choices()
    answers = {choice.name: chance.choice([*choice.answers]) for choice in choices}
    handicaps = game.options_type.handicaps if number % 3 == 1 else None
    given = handicaps.stored(chance.randint(-handicaps.most, handicaps.most)) if handicaps else "0"
    answers |= {"mirror": "yes" if game.has_mirrors and number % 3 == 2 else "no"}
    options = game.options_type.read(answers | {"handicap": given})
    positions: list[Position] = [game.setup(options, SeededRandom(seed, 0))]
    moves: list[str] = []
    while positions[-1].result is None and len(moves) < LONGEST:
        move = _some_move(game, positions[-1], chance)
        moves.append(game.encode(move))
        positions.append(game.apply(positions[-1], move, SeededRandom(seed, len(moves))))
    return {
        "game": game.slug,
        "match": match_id,
        "options": dict(options.data()),
        "moves": moves,
        "seal": hashlib.sha256(server + match_id.encode()).hexdigest(),
        "seed": seed.hex(),
        "deal": "2",
        "server": server.hex(),
        "mixed": f"{first.hex()} {second.hex()}",
    }, positions


def _some_move(game: AnyGame, position: Position, chance: random.Random) -> object:
    first = chance.random()
    moves = [*islice(game.legal_moves(position), 1 if first < RARELY else CONSIDERED)]
    if game.slug == "summy" and first < RARELY and position.stock:  # type: ignore[attr-defined]  # its own position
        return game.decode("swap " + chance.choice(position.hand))  # type: ignore[attr-defined]  # the same
    return chance.choice(moves)


def dealt(position: Any) -> dict[str, object]:  # noqa: ANN401 - each game has positions of its own
    """Return the tiles of a position as the script prints them."""
    if hasattr(position, "racks"):
        bag = [*position.bag.numbers, *position.bag.operators]
        return {"hands": [sorted([*rack.numbers, *rack.operators]) for rack in position.racks], "bag": bag}
    if hasattr(position, "tiles"):
        return {"bag": [*filter(None, position.tiles), *position.bag]}
    pile = position.stock if hasattr(position, "stock") else position.container
    return {"hands": [sorted(hand) for hand in position.hands], "bag": [*pile]}


def differences(script: ModuleType, file: Json, positions: Iterable[Position]) -> list[int]:
    """Return after which moves the script deals other tiles than the game did."""
    states = script.deals(json.loads(json.dumps(file)))
    known = [dealt(position) for position in positions]
    assert len(states) == len(known)
    found = []
    for ply, (state, tiles) in enumerate(zip(states, known, strict=True)):
        hands = {"hands": [sorted(hand) for hand in state["hands"]]} if "hands" in state else {}
        if hands | {"bag": state["bag"]} != tiles:
            found.append(ply)
    return found


def main(matches: int) -> int:
    """Deal this many matches of each game again; return how many differ."""
    import django

    django.setup()
    from games.catalogue import games

    script, wrong = verifier(), 0
    for game in games().values():
        since, moves, differing = time.perf_counter(), 0, 0
        for number in range(matches):
            file, positions = played(game, number)
            moves += len(file["moves"])
            differing += bool(differences(script, file, positions))
        wrong += differing
        print(f"{game.slug}: {matches} matches, {moves} moves, {differing} differ, {time.perf_counter() - since:.0f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)))
