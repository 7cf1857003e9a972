"""CPU time of the analysis of a finished match, for each game: long matches, with random moves of few tiles."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from games.analysis.evaluation.report import report_on
from games.analysis.evaluation.rollouts import plies_for
from games.analysis.evaluation.turns import Measured, measure_start, measure_turn
from games.catalogue import games
from games.rules import AnyGame, Position, SeededRandom

MATCHES = 3
LONG = 40  # minimum number of turns of a measured match
ATTEMPTS = 8
Found = TypeVar("Found")


def main() -> None:
    """Print a row for each match."""
    parser = argparse.ArgumentParser(prog="script/bench analysis", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"so many a game ({MATCHES})")
    parser.add_argument("--game", choices=games(), help="this game alone")
    arguments = parser.parse_args()
    for game in [games()[arguments.game]] if arguments.game else games().values():
        for number in range(arguments.matches):
            _row(game, *long_match(game, number))


def _row(game: AnyGame, moves: list[object], positions: list[Position]) -> None:
    plies, spent = plies_for(len(moves)), []
    measured: list[Measured] = []
    for ply in range(len(positions)):
        seconds, one = _timed(partial(_measured, game, moves, positions, ply, plies))
        spent.append(seconds)
        measured.append(one)
    seconds, _report = _timed(partial(report_on, positions, measured))
    ends = sum(len(one.endings.leads) for one in measured)
    hands = sum(len(draw.others) for one in measured for draw in one.draws)
    print(
        f"{game.name:14}{len(moves):4} turns {sum(spent):7.2f} s of CPU, the slowest turn {max(spent) * 1000:5.0f} ms, "
        f"report {seconds * 1000:3.0f} ms; {ends} play-outs, {hands} draws",
        flush=True,
    )


def _measured(game: AnyGame, moves: list[object], positions: list[Position], ply: int, plies: int) -> Measured:
    if ply == 0:
        return measure_start(game.slug, positions[0], "bench", plies)
    text = game.encode(moves[ply - 1])
    return measure_turn(game.slug, positions[ply - 1], text, positions[ply], "bench", ply, plies)


def long_match(game: AnyGame, number: int) -> tuple[list[object], list[Position]]:
    """Play a match of at least `LONG` turns, or the longest of several: each move scores, but uses few tiles."""
    best: tuple[list[object], list[Position]] = ([], [])
    for attempt in range(ATTEMPTS):
        candidate = _played(game, number * ATTEMPTS + attempt)
        best = max(best, candidate, key=lambda match: len(match[0]))
        if len(best[0]) >= LONG:
            break
    return best


def _played(game: AnyGame, number: int) -> tuple[list[object], list[Position]]:
    chance, seed = random.Random(number), number.to_bytes(32, "big")
    positions: list[Position] = [game.setup(game.options_type(), SeededRandom(seed))]
    moves: list[object] = []
    while positions[-1].result is None:
        scored = list(game.scored_moves(positions[-1]))
        laying = [move for move, points in scored if points] or [move for move, _points in scored]
        shortest = min(len(game.encode(move)) for move in laying)
        moves.append(chance.choice([move for move in laying if len(game.encode(move)) == shortest]))
        positions.append(game.apply(positions[-1], moves[-1], SeededRandom(seed, len(moves))))
    return moves, positions


def _timed(function: Callable[[], Found]) -> tuple[float, Found]:
    began = time.process_time()
    result = function()
    return time.process_time() - began, result


if __name__ == "__main__":
    main()
