"""Random matches of all games, many of them, with a check of all invariants; see script/soak."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from games.catalogue import games
from games.rules import AnyGame, Position, Seat, SeededRandom
from tests.playing import Played, all_options, play

VIEWERS = (Seat.FIRST, Seat.SECOND, None)


def main() -> None:
    """Play the requested number of matches of each game, and print a summary."""
    choices = _arguments()
    for slug in choices.game or sorted(games()):
        _soak(games()[slug], choices.games, choices.seed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/soak", description="Plays random matches and checks them.")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="matches of each game (1000)")
    parser.add_argument("--game", action="append", choices=sorted(games()), help="only this game; may be repeated")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), metavar="S", help="where to begin")
    return parser.parse_args()


def _soak(game: AnyGame, many: int, seed: int) -> None:
    """Play the matches numbered from `seed` on, with all options in turn."""
    began, ends, turns = time.perf_counter(), Counter[str](), 0
    options = all_options(game)
    for number in range(seed, seed + many):
        played = _checked(game, number, options[number % len(options)])
        assert played.end.result is not None
        ends[played.end.result.reason.template] += 1
        turns += len(played.moves)
    spent = time.perf_counter() - began
    print(f"{game.name}: {many} matches from seed {seed}, {turns} turns, {spent:.1f} s")
    for reason, count in ends.most_common():
        print(f"  {count:6} {reason}")


def _checked(game: AnyGame, number: int, options: object) -> Played:
    """Play the match and check the invariants; exit with the number of a match that violates one."""
    try:
        played = play.__wrapped__(game, options, number)
        for ply, (before, move, after) in enumerate(played.steps(), 1):
            _check_step(game, before, move, after)
            assert game.apply(before, game.decode(game.encode(move)), SeededRandom(played.seed, ply)) == after, "replay"
        assert not list(game.legal_moves(played.end)), "moves after the end"
    except Exception as error:
        sys.exit(f"{game.slug}: match {number} with {options} breaks: {error!r}")
    return played


def _check_step(game: AnyGame, before: Position, move: object, after: Position) -> None:
    assert game.judge(before, move) == after.last, "the preview differs"
    for viewer in VIEWERS:
        view = game.view(before, viewer)
        assert game.view(game.determinize(view, SeededRandom(b"soak")), viewer) == view, "the view leaks"


if __name__ == "__main__":
    main()
