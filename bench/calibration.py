"""Calibration of winning chances: what the analysis says of moves on the way, against the results of whole matches.

Two rollout bots play. In some turns of each match, drawn by its seed, the game's evaluator tells the winning chance
after the move that was played, as in the analysis of candidates but without its rollouts. A draw counts one half.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product
from math import exp, log, sqrt
from statistics import mean

from bench.paired_matches import find_bot
from games.catalogue import evaluator, games
from games.rules import AnyGame, Options, Position, SeededRandom

MATCHES = 300  # of each option set
TURNS = 3  # of each match
NORMAL = 1.96
BUCKETS = 10
CLOSEST = 0.005  # to 0 or 1 that a chance counts in the slope: an exact one would weigh without limit
ITERATIONS = 25  # of Newton's method


@dataclass(frozen=True)
class Estimate:
    """The chance that a move was said to have, the result of the match for its player, and the match's number."""

    chance: float
    result: float
    match: int


def main() -> None:
    """Print a table for each option set."""
    parser = argparse.ArgumentParser(prog="script/bench calibration", description=__doc__)
    parser.add_argument("--game", choices=games(), help="this game alone")
    parser.add_argument("--options", default="", metavar="WORDS", help="only option sets named by these words")
    parser.add_argument("--player", default="rollout", metavar="P", help="level of both players (the rollout bot)")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of each option set ({MATCHES})")
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N", help=f"of each match ({TURNS})")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="another series of matches")
    arguments = parser.parse_args()
    for slug in [arguments.game] if arguments.game else games():
        for options in option_sets(games()[slug]):
            if evaluator(slug) and arguments.options in name_of(options):
                began = time.process_time()
                estimates = [
                    estimated
                    for number in range(arguments.matches)
                    for estimated in play(slug, options, arguments.player, arguments.turns, arguments.seed + number)
                ]
                print(f"\n{slug} {name_of(options)}: {arguments.matches} matches, {len(estimates)} moves", end="")
                print(f", {time.process_time() - began:.0f} s of CPU", flush=True)
                tell(estimates)


def option_sets(game: AnyGame) -> Iterator[Options]:
    """Yield the options that players can agree on; of those without influence on the play only the default ones."""
    choices = [choice for choice in game.options_type.choices() if choice.name != "hints"]
    for answers in product(*(choice.answers for choice in choices)):
        options = dict(zip((choice.name for choice in choices), answers, strict=True))
        yield game.options_type.read(game.options_type().data() | options)


def name_of(options: Options) -> str:
    """Return the chosen answers in one line."""
    data = options.data()
    return " ".join(f"{choice.name} {data[choice.name]}" for choice in options.choices())


def play(slug: str, options: Options, player: str, turns: int, number: int) -> list[Estimate]:
    """Play a match and return what the evaluator says of so many of its moves."""
    game, bot, judge = games()[slug], find_bot(slug, player), evaluator(slug)
    assert judge
    seed = f"calibration {number}".encode().ljust(32)
    position: Position = game.setup(options, SeededRandom(seed))
    steps: list[tuple[Position, object]] = []
    for ply in count(1):
        move = bot.choose(game.view(position, position.to_move), SeededRandom(seed + b"bot", ply))
        steps.append((position, move))
        position = game.apply(position, move, SeededRandom(seed, ply))
        if position.result:
            break
    assert position.result
    winner, estimates = position.result.winner, []
    for index in SeededRandom(seed + b"turns").shuffled(range(len(steps)))[:turns]:
        before, move = steps[index]
        mover = before.to_move
        weighed = judge.evaluate(game.view(before, mover), [move], SeededRandom(seed + b"said", index))
        chance = next(one.chance for one in weighed if one.move == move)
        estimates.append(Estimate(chance, 0.5 if winner is None else float(winner is mover), number))
    return estimates


def tell(found: Sequence[Estimate]) -> None:
    """Print the reliability table, the Brier scores, and the slope."""
    buckets: list[list[Estimate]] = [[] for _bucket in range(BUCKETS)]
    for one in found:
        buckets[min(BUCKETS - 1, int(one.chance * BUCKETS))].append(one)
    for number, inside in enumerate(buckets):
        if inside:
            estimated, was = 100 * mean(one.chance for one in inside), 100 * mean(one.result for one in inside)
            low, high = 100 * number // BUCKETS, 100 * (number + 1) // BUCKETS
            error = 100 * NORMAL * error_of(inside)
            print(f"  {low:3} to {high:3}{len(inside):6} said {estimated:5.1f}, was {was:5.1f} ±{error:4.1f}")
    base = mean(one.result for one in found)
    brier = mean((one.chance - one.result) ** 2 for one in found)
    constant = mean((base - one.result) ** 2 for one in found)
    slope, error = slope_of(found)
    print(f"  Brier score {brier:.3f}, of a constant {constant:.3f}; ", end="")
    print(f"slope {slope:.2f} ±{NORMAL * error:.2f}; expected {100 * mean(one.chance for one in found):.1f}, ", end="")
    print(f"was {100 * base:.1f}", flush=True)


def error_of(found: Sequence[Estimate]) -> float:
    """Return the standard error of the mean result; the turns of one match are not independent (cluster-robust)."""
    middle = mean(one.result for one in found)
    by_match: dict[int, float] = {}
    for one in found:
        by_match[one.match] = by_match.get(one.match, 0.0) + one.result - middle
    return sqrt(sum(gap**2 for gap in by_match.values())) / len(found)


def slope_of(found: Sequence[Estimate]) -> tuple[float, float]:
    """Return the calibration slope and its standard error: results regressed on the chances' log-odds (logistic).

    1 is right; more says that the chances are too close to one half, less that they are too far from it.
    """
    rows = []
    for one in found:
        chance = min(1 - CLOSEST, max(CLOSEST, one.chance))
        rows.append((log(chance / (1 - chance)), one.result))
    level, slope, error = 0.0, 1.0, 0.0
    for _iteration in range(ITERATIONS):
        sums = [0.0] * 5
        for odds, result in rows:
            expected = 1 / (1 + exp(-level - slope * odds))
            weight = expected * (1 - expected)
            gap = result - expected
            for index, value in enumerate((gap, gap * odds, weight, weight * odds, weight * odds**2)):
                sums[index] += value
        gap, gap_by_odds, total, first, second = sums
        determinant = total * second - first**2
        level += (second * gap - first * gap_by_odds) / determinant
        slope += (total * gap_by_odds - first * gap) / determinant
        error = sqrt(total / determinant)
    return slope, error


if __name__ == "__main__":
    main()
