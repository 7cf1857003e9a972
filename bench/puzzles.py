"""Puzzles of matches between two computers: how many pass the check, and how often computer players solve them.

The estimated difficulty is good if players fail where it is high. That is Spearman's rank correlation between
`Found.hardness` and the share of computer players, of all levels and several random seeds, that do not solve it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from statistics import correlation, mean
from time import process_time

from games.catalogue import bots, games
from games.puzzles.extraction import Found, answers_of, play_and_find
from games.puzzles.kinds import Kind
from games.puzzles.verification import answers_stand_out
from games.rules import Position, SeededRandom

MATCHES = 30  # between two computers, of each game
SEEDS = 4  # with which each level tries each puzzle


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="script/bench puzzles", description=__doc__)
    parser.add_argument("--game", choices=games(), help="this game alone")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of each game ({MATCHES})")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first match (0)")
    parser.add_argument("--unchecked", action="store_true", help="without the check, which takes most of the time")
    chosen = parser.parse_args()
    for slug in [chosen.game] if chosen.game else bots():
        _measure(slug, range(chosen.first, chosen.first + chosen.matches), unchecked=chosen.unchecked)


def _measure(slug: str, matches: range, *, unchecked: bool) -> None:
    checked: Counter[tuple[str, bool]] = Counter()
    offered: list[tuple[Found, Position]] = []
    used = process_time()
    for number in matches:
        seed = number.to_bytes(32, "big")
        moves, found = play_and_find(slug, seed)
        for puzzle in found:
            options = games()[slug].options_type().data()
            passes = unchecked or answers_stand_out(slug, options, seed, moves[: puzzle.ply], puzzle)
            checked[puzzle.kind.value, passes] += 1
            if passes:
                offered.append((puzzle, _position(slug, seed, moves[: puzzle.ply])))
    kinds = sorted({kind for kind, _passes in checked})
    told = ", ".join(f"{kind} {checked[kind, True]} of {checked[kind, True] + checked[kind, False]}" for kind in kinds)
    how = "found" if unchecked else "offered after the check"
    print(f"\n{slug}: {len(matches)} matches; {how}: {told}; {process_time() - used:.0f} s of CPU", flush=True)
    if not offered:
        return
    rates = {level: [_solved(slug, level, *one) for one in offered] for level in sorted(bots()[slug])}
    for level, solved in rates.items():
        print(f"  level {level} solves {mean(solved):4.0%} at once")
    hardness = [puzzle.hardness for puzzle, _position in offered]
    shares = [mean(each) for each in zip(*rates.values(), strict=True)]
    sums = [number for number, (puzzle, _position) in enumerate(offered) if puzzle.kind is Kind.SUM]
    for name, among in (("all", range(len(offered))), ("those of most points", sums)):
        if len(among) > 1:
            related = correlation(_ranks([hardness[one] for one in among]), _ranks([-shares[one] for one in among]))
            print(f"  rank correlation of estimated difficulty and failures, {name} ({len(among)}): {related:.2f}")
    by_hardness = [share for _hardness, share in sorted(zip(hardness, shares, strict=True))]
    third = len(by_hardness) // 3 or 1
    easiest, hardest = mean(by_hardness[:third]), mean(by_hardness[-third:])
    print(f"  of the easiest third {easiest:.0%} are solved, of the hardest {hardest:.0%}")


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones share their mean rank."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def _position(slug: str, seed: bytes, moves: list[str]) -> Position:
    game = games()[slug]
    position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
    for ply, text in enumerate(moves, 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    return position


def _solved(slug: str, level: int, puzzle: Found, position: Position) -> float:
    """Return how often the computer player of this level chooses an answer, 0 to 1."""
    game, bot = games()[slug], bots()[slug][level]
    answers, view = answers_of(game, position, puzzle), game.view(position, position.to_move)
    return mean(bot.choose(view, SeededRandom(b"puzzle", number)) in answers for number in range(SEEDS))


if __name__ == "__main__":
    main()
