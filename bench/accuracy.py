"""Accuracy of computer players of neighbouring levels, and what the cost of a move says, checked by other rollouts.

With `--apart` a pair of levels plays no more once the 95 % intervals of both means, widened for repeated looks, are
apart at a look after 20, 40, 60, 80 or 100 matches (group-sequential test with Pocock's bound for five looks:
Biometrika 64, 1977). The printed intervals are plain ones.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product
from math import sqrt
from statistics import mean, stdev

from bench.paired_matches import Contest, find_bot
from games.analysis.evaluation.candidates import Analyst, Listed
from games.analysis.evaluation.report import accuracy_of
from games.analysis.evaluation.samples import PLIES
from games.catalogue import bots, evaluator, games, rollout_bot
from games.rules import Position, Seat, SeededRandom

MATCHES = 40  # for each pair of neighbouring levels
SECONDS = 240.0  # of CPU for the matches of one game, and again for their check: then no further one begins
DEALS = 60  # in which a played move is compared with the best one
ENOUGH = 100  # turns of each bucket that are checked, at most
BUCKETS = (0.005, 0.02, 0.05, 0.1, 0.2, 1.01)  # of the said cost
NORMAL = 1.96
LOOK = 20  # matches of a pair of levels between two looks
POCOCK = 2.413  # standard errors at each of five looks, for 5 % in all

Step = tuple[Position, object]  # a position and the move that was played in it


@dataclass(frozen=True)
class Turn:
    """One analysed turn of a match."""

    position: Position
    played: object
    listed: Listed
    stake: float


@dataclass(frozen=True)
class Analysed:
    """A match between two levels: its turns, the winner, and the seconds of CPU of its analysis of candidates."""

    turns: tuple[Turn, ...]
    winner: Seat | None
    seconds: float

    def accuracy(self, seat: Seat) -> float:
        """Return the player's accuracy, from 0 to 100."""
        return accuracy_of((turn.listed.cost, turn.stake) for turn in self.turns if turn.position.to_move is seat)


def main() -> None:
    """Print a row for each pair of levels, and one for each bucket of said costs."""
    parser = argparse.ArgumentParser(prog="script/bench accuracy", description=__doc__)
    parser.add_argument("--game", choices=games(), help="this game alone")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of each pair of levels ({MATCHES})")
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"of each miss, 0 for no check ({DEALS})")
    parser.add_argument(
        "--plies", type=int, default=PLIES, metavar="N", help=f"budget of rollouts of a match ({PLIES})"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help=f"of CPU, twice a game ({SECONDS:g})"
    )
    parser.add_argument("--apart", action="store_true", help="no further matches of levels that surely lie apart")
    parser.add_argument("--policy", default="rollout", metavar="P", help="player of the check's rollouts (rollout)")
    parser.add_argument("--enough", type=int, default=ENOUGH, metavar="N", help=f"turns checked a bucket ({ENOUGH})")
    parser.add_argument("--levels", type=int, nargs=2, metavar="L", help="these two alone, the stronger first")
    chosen = parser.parse_args()
    for slug in [chosen.game] if chosen.game else bots():
        if evaluator(slug):
            _measure(slug, chosen)


def _measure(slug: str, chosen: argparse.Namespace) -> None:
    levels, began = sorted(bots()[slug]), time.process_time()
    pairs = [(chosen.levels[0], chosen.levels[1])] if chosen.levels else list(zip(levels[1:], levels, strict=False))
    found: dict[tuple[int, int], list[tuple[Analysed, Seat]]] = {pair: [] for pair in pairs}
    for number in range(chosen.matches):
        if chosen.apart and number % LOOK == 0:
            pairs = [pair for pair in pairs if not _lie_apart(found[pair])]
        for pair in pairs:
            if time.process_time() - began < chosen.seconds:
                seat = (Seat.FIRST, Seat.SECOND)[number % 2]
                found[pair].append((analyse(slug, pair, seat, number // 2, chosen.plies), seat))
    print(
        f"\n{games()[slug].slug}: {'levels':>8}{'matches':>9}{'stronger':>18}{'weaker':>18}{'difference':>18}", end=""
    )
    print(f"{'ordered':>10}{'won':>6}{'s a match':>11}")
    for (stronger, weaker), rows in found.items():
        _row(f"{stronger}, {weaker}", rows)
    if chosen.deals:
        _check(slug, [match for rows in found.values() for match, _seat in rows], chosen)


def analyse(slug: str, levels: tuple[int, int], seat: Seat, number: int, budget: int) -> Analysed:
    """Play a match, with the first of these levels in this seat, and rank the moves of each turn."""
    game, (steps, winner) = games()[slug], play_match(slug, levels, seat, number)
    analyst, plies = Analyst(game, rollout_bot(slug), evaluator(slug)), budget // (len(steps) + 1)
    began = time.process_time()
    turns = []
    for ply, (before, move) in enumerate(steps, 1):
        listed = analyst.list_best(before, move, f"bench {number}", ply, plies)
        turns.append(Turn(before, move, listed, analyst.stake(before, listed, f"bench {number}", ply)))
    return Analysed(tuple(turns), winner, time.process_time() - began)


def play_match(slug: str, levels: tuple[int, int], seat: Seat, number: int) -> tuple[list[Step], Seat | None]:
    """Play the match of this number, with the first of these levels in this seat; return its moves and the winner."""
    game = games()[slug]
    seed = Contest(slug, ("", ""), {}, 2).match_seed(number)
    position: Position = game.setup(game.options_type(), SeededRandom(seed))
    steps: list[Step] = []
    for ply in count(1):
        bot = find_bot(slug, str(levels[position.to_move is not seat]))
        move = bot.choose(game.view(position, position.to_move), SeededRandom(seed + b"bot", ply))
        steps.append((position, move))
        position = game.apply(position, move, SeededRandom(seed, ply))
        if position.result:
            break
    assert position.result
    return steps, position.result.winner


def _accuracies(rows: list[tuple[Analysed, Seat]]) -> tuple[list[float], list[float]]:
    """Return the accuracies of the stronger and of the weaker player."""
    strong = [match.accuracy(seat) for match, seat in rows]
    return strong, [match.accuracy(seat.other) for match, seat in rows]


def _lie_apart(rows: list[tuple[Analysed, Seat]]) -> bool:
    """Return whether the widened intervals of both means do not touch."""
    if not rows:
        return False
    strong, weak = _accuracies(rows)
    return mean(strong) - mean(weak) > POCOCK * (stdev(strong) + stdev(weak)) / sqrt(len(rows))


def _row(name: str, rows: list[tuple[Analysed, Seat]]) -> None:
    if len(rows) < 2:
        return
    strong, weak = _accuracies(rows)
    gaps = [one - other for one, other in zip(strong, weak, strict=True)]
    ordered = mean((gap > 0) + (gap == 0) / 2 for gap in gaps)
    won = mean(0.5 if match.winner is None else float(match.winner is seat) for match, seat in rows)
    means = "".join(f"{mean(one):10.1f} ±{NORMAL * stdev(one) / sqrt(len(one)):5.1f} " for one in (strong, weak, gaps))
    seconds = mean(match.seconds for match, _seat in rows)
    print(f"{'':10}{name:>8}{len(rows):9}{means}{ordered:9.0%}{won:7.0%}{seconds:10.2f}", flush=True)


def _check(slug: str, matches: list[Analysed], chosen: argparse.Namespace) -> None:
    """Compare said costs with the differences of rollouts that the analysis did not use."""
    began = time.process_time()
    waiting: list[list[Turn]] = [[] for _bucket in BUCKETS[1:]]
    for turn in _spread([turn for match in matches for turn in match.turns if turn.listed.cost >= BUCKETS[0]]):
        waiting[next(number for number, top in enumerate(BUCKETS[1:]) if turn.listed.cost < top)].append(turn)
    buckets: list[list[tuple[float, float]]] = [[] for _bucket in waiting]
    for rank, (turns, found) in product(range(chosen.enough), zip(waiting, buckets, strict=True)):
        if rank < len(turns) and time.process_time() - began < chosen.seconds:
            found.append((turns[rank].listed.cost, true_cost(slug, turns[rank], chosen.deals, chosen.policy)))
    for number, found in enumerate(buckets):
        if len(found) > 1:
            stated, true = [one for one, _other in found], [other for _one, other in found]
            error = NORMAL * stdev([one - other for one, other in found]) / sqrt(len(found))
            print(
                f"{'':10}cost {100 * BUCKETS[number]:4.1f} to {100 * BUCKETS[number + 1]:5.1f}: {len(found):4} turns, "
                f"stated {100 * mean(stated):5.1f}, true {100 * mean(true):5.1f} ±{100 * error:4.1f}",
                flush=True,
            )
    print(f"{'':10}{time.process_time() - began:.0f} s of CPU", flush=True)


def _spread(turns: list[Turn]) -> Iterator[Turn]:
    """Yield the turns in a fixed order that mixes all matches."""
    for index in SeededRandom(b"spread").shuffled(range(len(turns))):
        yield turns[index]


def true_cost(slug: str, turn: Turn, deals: int, policy: str) -> float:
    """Return how much more often the best move wins than the played one, in this player's rollouts from new deals."""
    game = games()[slug]
    judge = Analyst(game, find_bot(slug, policy), evaluator(slug))
    best = game.decode(turn.listed.best[0].text)
    return mean(
        judge.play_out(turn.position, best, "check", 0, number)[0]
        - judge.play_out(turn.position, turn.played, "check", 0, number)[0]
        for number in range(deals)
    )


if __name__ == "__main__":
    main()
