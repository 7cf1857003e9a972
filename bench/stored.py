"""Accuracy as an analysis is stored, with rollouts, against that by the evaluation alone, and the luck of both players.

The matches are between computer players of neighbouring levels, one match of each pair below the strongest level in
turn. Luck is the percentile of the player's draws among others (50 is average) and the points above the mean.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, stdev

from bench.accuracy import play_match
from bench.paired_matches import Contest
from games.analysis.evaluation.candidates import Analyst, AnyEvaluation
from games.analysis.evaluation.hands import Draw, Luck, draws_of, luck_of
from games.analysis.evaluation.report import accuracy_of
from games.analysis.evaluation.samples import plies_for
from games.catalogue import bots, evaluator, fast_bot, games, rollout_bot
from games.rules import AnyEvaluator, Evaluator, Position, Seat, SeededRandom, View

MATCHES = 30  # of each game
NORMAL = 1.96


@dataclass
class Remembering(Evaluator[View, object]):
    """An evaluator that remembers its last evaluation, so that two analyses of a turn need one."""

    one: AnyEvaluator
    last: tuple[object, list[AnyEvaluation]] = field(default=(None, []))

    @property
    def rollout_plies(self) -> int:  # type: ignore[override]  # a class attribute there
        """The budget of rollouts of a match."""
        return self.one.rollout_plies

    def evaluate(self, view: View, moves: Sequence[object], rng: SeededRandom) -> list[AnyEvaluation]:
        """Return the remembered evaluation if it is of this view and these moves, else a new one."""
        asked = (view, tuple(moves))
        if self.last[0] != asked:
            self.last = asked, list(self.one.evaluate(view, moves, rng))
        return self.last[1]

    def compare(self, view: View, moves: Sequence[object], rng: SeededRandom) -> list[float]:
        """Return what the evaluator says."""
        return self.one.compare(view, moves, rng)

    def between_games(self, view: View, seat: Seat) -> float | None:
        """Return what the evaluator says."""
        return self.one.between_games(view, seat)


@dataclass(frozen=True)
class Played:
    """A match: accuracy of the stronger and of the weaker player, as stored and by the evaluation alone, and luck."""

    stored: tuple[float, float]
    alone: tuple[float, float]
    luck: tuple[Luck, Luck]
    won: float


def main() -> None:
    """Print a row of accuracy and one of luck for each game."""
    parser = argparse.ArgumentParser(prog="script/bench stored", description=__doc__)
    parser.add_argument("--game", choices=games(), help="this game alone")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of each game ({MATCHES})")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first match (0)")
    parser.add_argument("--luck", action="store_true", help="luck alone, which takes a tenth of the time")
    chosen = parser.parse_args()
    for slug in [chosen.game] if chosen.game else bots():
        if known := evaluator(slug):
            _measure(slug, None if chosen.luck else known, range(chosen.first, chosen.first + chosen.matches))


def _measure(slug: str, known: AnyEvaluator | None, numbers: range) -> None:
    began = time.process_time()
    weaker = sorted(bots()[slug])[:-2]
    found: list[Played] = []
    for number in numbers:
        level = weaker[number % len(weaker)]
        seat = (Seat.FIRST, Seat.SECOND)[number // len(weaker) % 2]
        found.append(_played(slug, known, (level + 1, level), seat, number))
    print(f"\n{slug}: {len(found)} matches, {time.process_time() - began:.0f} s of CPU")
    if known:
        for name, pairs in (("stored", [one.stored for one in found]), ("alone", [one.alone for one in found])):
            gaps = [strong - weak for strong, weak in pairs]
            ordered = mean((gap > 0) + (gap == 0) / 2 for gap in gaps)
            told = f"stronger {_told([one for one, _ in pairs])}, weaker {_told([other for _, other in pairs])}"
            print(f"  accuracy {name:6}: {told}, difference {_told(gaps)}, ordered {ordered:.0%}")
        gained = [now - before for one in found for now, before in zip(one.stored, one.alone, strict=True)]
        print(f"  stored less alone: {_told(gained)} a player; won {mean(one.won for one in found):.0%}")
    for name, values in (
        ("percentile", [tuple(luck.beaten for luck in one.luck) for one in found]),
        ("points above the mean", [tuple(luck.extra for luck in one.luck) for one in found]),
    ):
        strong, weak = [one for one, _ in values], [other for _, other in values]
        gaps = [float(one - other) for one, other in values]
        print(f"  luck, {name}: stronger {_told(strong)}, weaker {_told(weak)}, difference {_told(gaps)}", flush=True)


def _played(slug: str, known: AnyEvaluator | None, levels: tuple[int, int], seat: Seat, number: int) -> Played:
    """Play a match, with the first of these levels in this seat, and measure it."""
    game, (steps, winner) = games()[slug], play_match(slug, levels, seat, number)
    seed = Contest(slug, ("", ""), {}, 2).match_seed(number)
    end: Position = game.apply(*steps[-1], SeededRandom(seed, len(steps)))
    after = [*(position for position, _move in steps[1:]), end]
    analyst = Analyst(game, rollout_bot(slug), known and Remembering(known))
    stored: dict[Seat, list[tuple[float, float]]] = {one: [] for one in Seat}
    alone: dict[Seat, list[tuple[float, float]]] = {one: [] for one in Seat}
    draws: dict[Seat, list[Draw]] = {one: [] for one in Seat}
    for ply, ((before, move), here) in enumerate(zip(steps, after, strict=True), 1):
        name, mover = f"stored {number}", before.to_move
        draws[mover] += draws_of(game, fast_bot(slug), before, move, here, name, ply)
        if known:
            for plies, costs in ((0, alone), (plies_for(len(steps)), stored)):
                listed = analyst.list_best(before, move, name, ply, plies)
                costs[mover].append((listed.cost, analyst.stake(before, listed, name, ply)))
    return Played(
        (accuracy_of(stored[seat]), accuracy_of(stored[seat.other])),
        (accuracy_of(alone[seat]), accuracy_of(alone[seat.other])),
        (luck_of(draws[seat]), luck_of(draws[seat.other])),
        0.5 if winner is None else float(winner is seat),
    )


def _told(values: Sequence[float]) -> str:
    return f"{mean(values):.1f} ±{NORMAL * stdev(values) / sqrt(len(values)):.1f}"


if __name__ == "__main__":
    main()
