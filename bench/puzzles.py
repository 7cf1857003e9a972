"""Puzzles of matches between two computers: how many pass the check, and how often computer players solve them.

The estimated difficulty is good if players fail where it is high. That is Spearman's rank correlation between
`Found.hardness` and the share of computer players, of all levels and several random seeds, that do not solve it. The
random numbers are others than those of the tries that are part of the estimate. Its 95 % interval is that of Bonett and
Wright (Psychometrika 65, 2000).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from math import atanh, sqrt, tanh
from statistics import correlation, mean
from time import process_time

from games.catalogue import bots, games
from games.puzzles.kinds import Kind
from games.puzzles.making.extraction import (
    KEPT,
    LOOKED_AT,
    Found,
    answers_of,
    examine,
    play,
    play_and_find,
    stand_out,
    tried,
)
from games.puzzles.making.verification import answers_stand_out
from games.rules import Position, SeededRandom

MATCHES = 30  # between two computers, of each game
TRIES = 12  # of each level at each puzzle, of the strongest one fewer: it is slow and hardly random
STRONGEST = 6  # times fewer
FEWEST = 4  # puzzles for a correlation
NORMAL = 1.96


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="script/bench puzzles", description=__doc__)
    parser.add_argument("--game", choices=games(), help="this game alone")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of each game ({MATCHES})")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first match (0)")
    parser.add_argument("--tries", type=int, default=TRIES, metavar="N", help=f"of each level at each puzzle ({TRIES})")
    parser.add_argument("--unchecked", action="store_true", help="without the check, which takes most of the time")
    parser.add_argument(
        "--sums",
        action="store_true",
        help="unchecked, and puzzles of most points alone, so that others take no time",
    )
    parser.add_argument(
        "--clear",
        action="store_true",
        help="positions with clearly the most points, their chances not searched, tried by all but the strongest level",
    )
    chosen = parser.parse_args()
    for slug in [chosen.game] if chosen.game else bots():
        _measure(slug, chosen)


def _measure(slug: str, chosen: argparse.Namespace) -> None:
    matches = range(chosen.first, chosen.first + chosen.matches)
    sums, unchecked = chosen.sums or chosen.clear, chosen.unchecked or chosen.sums or chosen.clear
    checked: Counter[tuple[str, bool]] = Counter()
    offered: list[tuple[Found, Position]] = []
    used = process_time()
    for number in matches:
        seed = number.to_bytes(32, "big")
        moves, found = _find_sums(slug, seed, ahead=chosen.sums) if sums else play_and_find(slug, seed)
        for puzzle in found:
            options = games()[slug].options_type().data()
            passes = unchecked or answers_stand_out(slug, options, seed, moves[: puzzle.ply], puzzle)
            checked[puzzle.kind.value, passes] += 1
            if passes:
                offered.append((puzzle, _positions(slug, seed, moves[: puzzle.ply])[-1]))
    kinds = sorted({kind for kind, _passes in checked})
    told = ", ".join(f"{kind} {checked[kind, True]} of {checked[kind, True] + checked[kind, False]}" for kind in kinds)
    how = "found" if unchecked else "offered after the check"
    print(f"\n{slug}: {len(matches)} matches; {how}: {told}; {process_time() - used:.0f} s of CPU", flush=True)
    if not offered:
        return
    levels = sorted(bots()[slug])[: -1 if chosen.clear else None]
    rates = {level: [_solved(slug, level, *one, chosen.tries) for one in offered] for level in levels}
    for level, solved in rates.items():
        print(f"  level {level} solves {mean(solved):4.0%} at once")
    rows = [
        (puzzle.kind, puzzle.hardness, mean(each))
        for (puzzle, _position), each in zip(offered, zip(*rates.values(), strict=True), strict=True)
    ]
    for name in ("all", *Kind):
        among = [(hardness, share) for kind, hardness, share in rows if name in ("all", kind)]
        if len(among) > FEWEST:
            print(f"  rank correlation of estimated difficulty and failures, {name} ({len(among)}): {_related(among)}")
    by_hardness = [share for _kind, _hardness, share in sorted(rows, key=lambda row: row[1])]
    third = len(by_hardness) // 3 or 1
    easiest, hardest = mean(by_hardness[:third]), mean(by_hardness[-third:])
    print(f"  of the easiest third {easiest:.0%} are solved, of the hardest {hardest:.0%}")
    print(f"  {process_time() - used:.0f} s of CPU")


def _find_sums(slug: str, seed: bytes, *, ahead: bool) -> tuple[list[str], list[Found]]:
    """Return the moves of a match between two bots and its puzzles of most points, as `play_and_find` does.

    Only with `ahead` their answers have to be ahead by winning chance, too.
    """
    game, moves = games()[slug], play(slug, seed)
    positions = _positions(slug, seed, moves)
    found: list[Found] = []
    for ply in SeededRandom(seed + b"puzzles").shuffled(range(len(moves)))[:LOOKED_AT]:
        puzzle = examine(game, positions[ply], ply, seed) if len(found) < KEPT else None
        if puzzle and (not ahead or stand_out(game, positions[ply], puzzle, SeededRandom(seed + b"puzzles", ply))):
            found.append(tried(game, positions[ply], puzzle, seed))
    return moves, found


def _related(pairs: Sequence[tuple[float, float]]) -> str:
    """Return Spearman's rho of hardness and failures, with its 95 % interval."""
    hardness, solved = ([pair[side] for pair in pairs] for side in (0, 1))
    if len(set(hardness)) == 1 or len(set(solved)) == 1:
        return "none, for one of the two is the same everywhere"
    rho = correlation(_ranks(hardness), _ranks([-share for share in solved]))
    half = NORMAL * sqrt((1 + rho**2 / 2) / (len(pairs) - 3))
    low, high = (tanh(atanh(max(-0.999, min(rho, 0.999))) + sign * half) for sign in (-1, 1))
    return f"{rho:.2f} ({low:.2f} to {high:.2f})"


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones share their mean rank."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def _positions(slug: str, seed: bytes, moves: list[str]) -> list[Position]:
    """Return the positions before and after each of these moves."""
    game = games()[slug]
    positions: list[Position] = [game.setup(game.options_type(), SeededRandom(seed, 0))]
    for ply, text in enumerate(moves, 1):
        positions.append(game.apply(positions[-1], game.decode(text), SeededRandom(seed, ply)))
    return positions


def _solved(slug: str, level: int, puzzle: Found, position: Position, tries: int) -> float:
    """Return how often the computer player of this level chooses an answer, 0 to 1."""
    game, bot = games()[slug], bots()[slug][level]
    if level == max(bots()[slug]):
        tries = max(1, tries // STRONGEST)
    answers, view = answers_of(game, position, puzzle), game.view(position, position.to_move)
    return mean(bot.choose(view, SeededRandom(b"puzzle", number)) in answers for number in range(tries))


if __name__ == "__main__":
    main()
