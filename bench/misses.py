"""What costly moves are said to cost, and what they cost in play-outs that the analysis did not use, one core.

Matches of levels 6 and below, a pair of neighbours in turn. Of each match at most a few of the moves that are said to
cost so much and more, drawn at random. The costs are those of the evaluation alone, without rollouts; exact ones are
left out. The best and the played move are played out in the same deals; intervals allow for several turns of a match.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import mean

from bench.accuracy import play_match
from games.analysis.evaluation.candidates import Analyst
from games.catalogue import evaluator, games, rollout_bot
from games.rules import Position, Seat, SeededRandom

SECONDS = 700.0  # of CPU: then no further match begins
FIRST = 100_000  # the number of the first match: the other benchmarks use lower ones
ABOVE = 20.0  # of 100: costs of which the true ones are measured
EACH = 2  # turns of a match, at most
DEALS = 8  # of a turn: more turns tell more than more deals
FIRST_DEAL = 1000
LEVELS = ((2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (6, 6))  # stronger players make few such moves
NORMAL = 1.96


@dataclass(frozen=True)
class Miss:
    """A move that is said to cost much; `said` and `true` are the chances after the best and the played one."""

    match: int
    said: tuple[float, float]
    true: tuple[float, float]

    @property
    def excess(self) -> float:
        """Return how much more it costs than is said."""
        return (self.true[0] - self.true[1]) - (self.said[0] - self.said[1])


def main() -> None:
    """Print the means."""
    parser = argparse.ArgumentParser(prog="script/bench misses", description=__doc__)
    parser.add_argument("--game", choices=games(), required=True, help="the game")
    parser.add_argument("--above", type=float, default=ABOVE, metavar="C", help=f"costs of C of 100 and more ({ABOVE})")
    parser.add_argument("--below", type=float, default=100.0, metavar="C", help="and of less than C (100)")
    parser.add_argument("--each", type=int, default=EACH, metavar="N", help=f"turns of a match, at most ({EACH})")
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"of a turn ({DEALS})")
    parser.add_argument("--first", type=int, default=FIRST, metavar="N", help=f"number of the first match ({FIRST})")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"of CPU ({SECONDS:g})")
    chosen = parser.parse_args()
    found: list[Miss] = []
    began, number = time.process_time(), chosen.first
    while time.process_time() - began < chosen.seconds:
        found += _misses(chosen, number)
        number += 1
    _report(found, number - chosen.first)


def _misses(chosen: argparse.Namespace, number: int) -> Iterator[Miss]:
    slug: str = chosen.game
    game = games()[slug]
    analyst = Analyst(game, rollout_bot(slug), evaluator(slug))
    seat = (Seat.FIRST, Seat.SECOND)[number // len(LEVELS) % 2]
    steps, _winner = play_match(slug, LEVELS[number % len(LEVELS)], seat, number)
    waiting = []
    for ply, (position, move) in enumerate(steps, 1):
        listed = analyst.list_best(position, move, f"costs {number}", ply, 0)
        if chosen.above <= 100 * listed.cost < chosen.below and listed.best[0].error and listed.played:
            waiting.append((position, move, listed))
    for position, move, listed in SeededRandom(b"%d 4" % number).shuffled(waiting)[: chosen.each]:
        best = game.decode(listed.best[0].text)
        true = tuple(_chance(analyst, position, one, chosen.deals) for one in (best, move))
        assert listed.played
        yield Miss(number, (listed.best[0].chance, listed.played.chance), (true[0], true[1]))


def _chance(analyst: Analyst, position: Position, move: object, deals: int) -> float:
    results = [analyst.play_out(position, move, "check", 0, FIRST_DEAL + deal)[0] for deal in range(deals)]
    return mean(results)


def _report(found: list[Miss], matches: int) -> None:
    excess = mean(one.excess for one in found)
    by_match: dict[int, float] = defaultdict(float)
    for one in found:
        by_match[one.match] += one.excess - excess
    error = NORMAL * sqrt(sum(value**2 for value in by_match.values())) / len(found)
    said, true = ([mean(getattr(one, name)[rank] for one in found) for rank in (0, 1)] for name in ("said", "true"))
    print(
        f"{len(found)} turns of {matches} matches: said to cost {100 * (said[0] - said[1]):.1f}, "
        f"true {100 * (true[0] - true[1]):.1f} ±{100 * error:.1f}; "
        f"the best said {100 * said[0]:.1f}, true {100 * true[0]:.1f}, "
        f"the played said {100 * said[1]:.1f}, true {100 * true[1]:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
