"""Speed of move generation for each game and option set, compared with brute-force search of the same positions."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Collection, Iterator
from importlib import import_module
from itertools import islice
from statistics import median

from bench.timing import HEADING, figures, timed
from bench.turns import turns
from games.catalogue import games
from games.rules import AnyGame, Options, Position
from tests.playing import all_options, play

POSITIONS = 300
A_MATCH = 12  # positions of each match, spread over its turns
MATCHES = 20
BUDGET = 60.0  # seconds of brute force for a game and option set, after which no further position is begun

Search = Callable[[Position], Collection[object]]


def main() -> None:
    """Print a row for each game and option set."""
    parser = argparse.ArgumentParser(prog="script/bench moves", description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N", help=f"so many ({POSITIONS})")
    parser.add_argument("--budget", type=float, default=BUDGET, metavar="S", help=f"seconds of plain search ({BUDGET})")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"so many whole matches ({MATCHES})")
    parser.add_argument("--game", choices=games(), help="one game only")
    chosen = parser.parse_args()
    print(f"{'':34}{HEADING}   moves: median, most")
    for slug, game in games().items():
        if chosen.game not in (None, slug):
            continue
        search: Search = import_module(f"tests.{slug}.brute_force").all_moves
        for options in all_options(game):
            _row(game, options, search, chosen.positions, chosen.budget)
            _whole(game, options, chosen.matches)


def _row(game: AnyGame, options: Options, search: Search, many: int, budget: float) -> None:
    positions = list(islice(_positions(game, options), many))
    listed = [timed(lambda position: list(game.legal_moves(position)), one) for one in positions]
    counts = sorted(len(moves) for _seconds, moves in listed)
    name = f"{game.name} {' '.join(options.data().values())}".strip()
    print(f"{name:34}{figures([seconds for seconds, _moves in listed])}   ", end="")
    print(f"{median(counts):.0f}, {counts[-1]} in {len(positions)} positions", flush=True)
    searched = list(_searched(search, positions, budget))
    for place, (_seconds, moves) in searched:
        assert _are_same(game, listed[place][1], moves), f"{name}: plain search finds other moves"
    print(f"{'  plain search':34}{figures([spent for _place, (spent, _moves) in searched])}   ", end="")
    print(f"the same moves in {len(searched)} positions", flush=True)


def _whole(game: AnyGame, options: Options, matches: int) -> None:
    seconds = list(turns(game, options, matches))
    print(f"{'  whole matches':34}{figures(seconds)}   {len(seconds)} turns of {matches} matches", flush=True)


def _are_same(game: AnyGame, listed: list[object], plain: Collection[object]) -> bool:
    """Return whether brute force finds the same moves, compared in notation where possible, else by number."""
    texts = {game.encode(move) for move in listed}
    notations = set(plain) if all(isinstance(move, str) for move in plain) else texts
    return len(texts) == len(listed) == len(plain) and texts == notations


def _positions(game: AnyGame, options: Options) -> Iterator[Position]:
    """Yield positions of random matches, between the first turns and the end."""
    number = 0
    while True:
        middle = play.__wrapped__(game, options, number).positions[2:-1]
        yield from random.Random(number).sample(middle, min(A_MATCH, len(middle)))
        number += 1


def _searched(
    search: Search, positions: list[Position], budget: float
) -> Iterator[tuple[int, tuple[float, Collection[object]]]]:
    """Yield the brute-force results of as many positions as the budget allows, spread over the list."""
    spent = 0.0
    for place in random.Random(0).sample(range(len(positions)), len(positions)):
        if spent > budget:
            return
        found = timed(search, positions[place])
        spent += found[0]
        yield place, found


if __name__ == "__main__":
    main()
