"""Play computer players against each other with mirrored deals and print their strengths; see script/arena."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterable
from statistics import fmean

from bench import strengths
from bench.elo import decided, rate_of
from bench.paired_matches import Contest, Played, find_bot, play_pairs
from games.catalogue import bots, games
from games.rules import AnyGame

STEP = 10  # pairs between two lines of progress


def main() -> None:
    """Play what the command line asks for."""
    chosen = read_arguments()
    if chosen.docs:
        strengths.write_page()
        return
    game = games()[chosen.game]
    try:
        options = read_options(game, chosen.options)
        if chosen.ladder:
            measure_levels(game, options, chosen)
            return
        for player in chosen.players:
            find_bot(game.slug, player)
    except ValueError as error:
        sys.exit(str(error))
    contest = Contest(game.slug, tuple(chosen.players), options, chosen.seed)
    print(summary(contest, played(contest, chosen)))


def measure_levels(game: AnyGame, options: dict[str, str], chosen: argparse.Namespace) -> None:
    """Measure the pairs of levels, and write each into the game's file as soon as it is known."""
    rows = strengths.read_rows(game, options, chosen.seed) if chosen.only else []
    for players in pairings(game, chosen.pairs, only=chosen.only):
        contest = Contest(game.slug, players, options, chosen.seed)
        results = played(contest, chosen)
        print(summary(contest, results), flush=True)
        rows.append(strengths.row(contest, results, chosen.sprt))
        strengths.write(game, options, chosen.seed, rows)
    strengths.write_page()


def pairings(game: AnyGame, named: Iterable[str], *, only: bool) -> list[tuple[str, str]]:
    """Return every level against the next lower one, and the pairs named as `4:2`; raises ValueError."""
    levels = list(map(str, bots().get(game.slug, {})))
    neighbours = [] if only else list(zip(levels[1:], levels[:-1], strict=True))
    extra = [(pair.partition(":")[0], pair.partition(":")[2]) for pair in named]
    if unknown := {player for pair in extra for player in pair} - set(levels):
        raise ValueError(f"{game.slug} has no computer of level {', '.join(sorted(unknown))}.")
    if not neighbours + extra:
        raise ValueError(f"{game.slug} has no two computers to play each other, or --only has no --pairs.")
    return neighbours + extra


def read_arguments() -> argparse.Namespace:
    """Parse the command line; exits with a message if it is invalid."""
    parser = argparse.ArgumentParser(prog="script/arena", description="Plays computers against each other.")
    parser.add_argument("game", nargs="?", choices=sorted(games()), help="the game's folder")
    parser.add_argument("players", nargs="*", help="two of: a level, fast, random, best-of-N, or package.module:name")
    parser.add_argument("--ladder", action="store_true", help="all neighbours; writes the game's strengths.json")
    parser.add_argument("--docs", action="store_true", help="only write docs/strengths.md from all strengths.json")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="matches of each two, an even number (400)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which deals (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="processes (one a core)")
    parser.add_argument("--options", nargs="+", default=[], metavar="NAME=VALUE", help="options of the match")
    parser.add_argument("--pairs", nargs="+", default=[], metavar="A:B", help="with --ladder: these pairs as well")
    parser.add_argument("--only", action="store_true", help="with --pairs: no others; the file's other rows stay")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=int,
        metavar=("LOW", "HIGH"),
        help="stop when a sequential probability ratio test, looked at after each 10 pairs, decides between these two "
        "Elo differences",
    )
    chosen = parser.parse_args()
    if chosen.docs:
        return chosen
    if chosen.game is None:
        parser.error("name a game")
    if len(chosen.players) != (0 if chosen.ladder else 2):
        parser.error("name two players, or say --ladder")
    if chosen.games < 2 or chosen.games % 2:
        parser.error("mirrored matches come in pairs: an even number of --games")
    return chosen


def read_options(game: AnyGame, pairs: Iterable[str]) -> dict[str, str]:
    """Return all options of the match; raises ValueError with a message for unknown ones."""
    data = dict(pair.partition("=")[::2] for pair in pairs)
    names = {choice.name for choice in game.options_type.choices()} | ({"mirror"} if game.has_mirrors else set())
    names |= {"handicap"} if game.options_type.handicaps else set()
    if unknown := data.keys() - names:
        offered = ", ".join(sorted(names)) or "none"
        raise ValueError(f"{game.slug} has no option {', '.join(unknown)}; it has {offered}.")
    options: dict[str, str] = game.options_type.read(data).data()
    return options


def played(contest: Contest, chosen: argparse.Namespace) -> list[Played]:
    """Play the pairs of the contest and return them in order, with progress on stderr.

    With `--sprt` no more are played once the test has decided.
    """
    pairs: list[Played] = []
    many: int = chosen.games
    for pair in play_pairs(contest, many // 2, chosen.jobs):
        pairs.append(pair)
        if len(pairs) % STEP == 0 or len(pairs) == many // 2:
            shares = [one.share for one in pairs]
            print(f"{2 * len(pairs)}/{many} matches: {rate_of(shares)}", file=sys.stderr, flush=True)
            if chosen.sprt and decided(shares, *chosen.sprt):
                break
    return pairs


def summary(contest: Contest, pairs: list[Played]) -> str:
    """Return all figures as a few lines of text."""
    one, two = contest.players
    points = [point for pair in pairs for point in pair.points]
    rate = rate_of([pair.share for pair in pairs])
    counts = f"{points.count(1)} won, {points.count(0.5)} drawn, {points.count(0)} lost"
    options = " ".join(f"{name}={value}" for name, value in contest.options.items())
    lines = [
        f"{contest.slug} {options} seed {contest.seed}: {one} against {two}, {len(points)} mirrored matches",
        f"  {counts}",
        f"  win rate {rate} (95 %, over {len(pairs)} pairs)",
        "  Elo difference {:+.0f} ({:+.0f} to {:+.0f})".format(*rate.elo),
    ]
    for side, player in enumerate(contest.players):
        times = [seconds * 1000 for pair in pairs for seconds in pair.thinking[side]]
        lines.append(f"  {player}: {fmean(times):.1f} ms of CPU a move, {max(times):.0f} at most")
    return "\n".join(lines)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the worker processes are ended too
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped. Rows that a strengths.json already got are kept.")
