"""The analysis' best moves against a search of ten times its budget, in matches chosen by their seed alone.

The longer search evaluates each turn in ten independent series of deals, takes their mean, and has ten times the
rollouts. Its chances tell what the analysis' best move loses compared with its own best one. Where the two differ, both
are evaluated in further deals as well ("by others"): the best of several uncertain chances is said too high, so that
the first figure is one too high. Intervals allow for several turns of a match.

With `--deeper` the strongest computer player's own moves are compared with a deeper search instead: its best candidates
are played in the same deals, so many moves of the rollout bot follow each, and the evaluation of the position then
counts. Half the deals choose the best move, the other half tell what the played one loses (so that the choice is no
bias). The last turns of a match, in which the evaluation may be a search to the end, are left out.

With `--ends` the rollout bot plays on to the end of the match, or of the game in a match of several, so that the
evaluation does not count at all, and no turn is left out. The limit that is printed is one-sided: with 95 % probability
no more is lost on average.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from bench.accuracy import play_match
from bench.elo import wilson
from bench.paired_matches import LONGEST
from games.analysis.evaluation.candidates import Analyst, AnyEvaluation, Choice
from games.analysis.evaluation.endings import falls
from games.analysis.evaluation.samples import PLIES
from games.catalogue import bots, evaluator, games, rollout_bot
from games.rules import AnyBot, AnyEvaluator, AnyGame, Evaluator, Position, Seat, SeededRandom, View, by_chance

MATCHES = 10  # of each game, numbers 0 to 9
TIMES = 10  # the budget of the longer search
RIVALS = 3  # candidates of the deeper search, at least
DEALS = 60  # in which the deeper search chooses, and again so many in which it measures
LARGE = 0.01  # loss of a turn that is listed
NORMAL, ONE_SIDED = 1.96, 1.645


class Row(NamedTuple):
    """A turn: whether both searches choose the same move, and what the shorter one's loses, also by other deals."""

    match: int
    turn: int
    agreed: bool
    loss: float
    other: float


@dataclass(frozen=True)
class Repeated(Evaluator[View, object]):
    """An evaluator that takes the mean of several evaluations in independent deals."""

    one: AnyEvaluator

    @property
    def rollout_plies(self) -> int:  # type: ignore[override]  # a class attribute there
        """The budget of rollouts of a match."""
        return TIMES * self.one.rollout_plies

    def evaluate(self, view: View, moves: Sequence[object], rng: SeededRandom) -> list[AnyEvaluation]:
        """Return the candidates of the first evaluation and the given moves, all evaluated again."""
        listed = [found.move for found in self.one.evaluate(view, moves, rng)]
        series: list[dict[object, AnyEvaluation]] = []
        for _time in range(TIMES):
            again = self.one.evaluate(view, listed, SeededRandom(bytes(rng.below(256) for _byte in range(32))))
            series.append({found.move: found for found in again})
        return by_chance(
            [
                replace(
                    series[0][move],
                    chance=mean(found[move].chance for found in series),
                    error=mean(found[move].error for found in series) / sqrt(TIMES),
                )
                for move in listed
            ]
        )

    def between_games(self, view: View, seat: Seat) -> float | None:
        """Return what the evaluator says."""
        return self.one.between_games(view, seat)


@dataclass(frozen=True)
class Deeper:
    """A search that plays so many moves after each candidate before it evaluates."""

    game: AnyGame
    bot: AnyBot
    known: AnyEvaluator
    plies: int
    deals: int

    def loss(self, position: Position, player: AnyBot, rng: SeededRandom) -> float | None:
        """Return what the player's move loses compared with this search's best one; None if they are the same."""
        view = self.game.view(position, position.to_move)
        played = player.choose(view, rng)
        moves = [one.move for one in self.known.evaluate(view, [played], rng)]
        moves = [played, *(move for move in moves if move != played)][: RIVALS + 1]
        deals = [(self.game.determinize(view, rng), rng.below(1 << 60)) for _deal in range(2 * self.deals)]
        best = max(moves, key=lambda move: sum(self._value(*deal, move) for deal in deals[: self.deals]))
        if best == played:
            return None
        return mean(self._value(*deal, best) - self._value(*deal, played) for deal in deals[self.deals :])

    def _value(self, deal: Position, seed: int, move: object) -> float:
        """Return the mover's chance to win in this deal, from 0 to 1."""
        seat, here = deal.to_move, self.game.apply(deal, move, SeededRandom(b"deal %d" % seed))
        before = deal
        for ply in range(self.plies):
            if here.result or self._between_games(before, here, seat) is not None:
                break
            rng = SeededRandom(b"deal %d" % seed, ply + 1)
            before, here = here, self.game.apply(here, self.bot.choose(self.game.view(here, here.to_move), rng), rng)
        if here.result:
            return 0.5 if here.result.winner is None else float(here.result.winner is seat)
        if (chance := self._between_games(before, here, seat)) is not None:
            return chance
        view = self.game.view(here, here.to_move)
        chance = self.known.evaluate(view, [], SeededRandom(b"deal %d" % seed, self.plies + 1))[0].chance
        return chance if here.to_move is seat else 1 - chance

    def _between_games(self, before: Position, here: Position, seat: Seat) -> float | None:
        """Return the seat's chance in a match of several games if one has just ended: further ones are only noise."""
        return self.known.between_games(self.game.view(here, seat), seat) if falls(before, here) else None


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="script/bench longer", description=__doc__)
    parser.add_argument("--game", choices=games(), help="this game alone")
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of each game ({MATCHES})")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first match (0)")
    parser.add_argument("--file", type=Path, metavar="FILE", help="turns of before, to which the new ones are added")
    parser.add_argument("--turns", type=int, metavar="N", help="so many of each match, drawn by its seed (all)")
    parser.add_argument("--deeper", type=int, default=0, metavar="N", help="moves of the rollout bot after a candidate")
    parser.add_argument("--ends", action="store_true", help="the rollout bot plays to the end of the match instead")
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"of a deeper search, twice ({DEALS})")
    parser.add_argument("--list", action="store_true", dest="listed", help="print the turns that lose over 1 of 100")
    chosen = parser.parse_args()
    for slug in [chosen.game] if chosen.game else bots():
        known = evaluator(slug)
        if known:
            _measure(slug, known, chosen)


def _measure(slug: str, known: AnyEvaluator, chosen: argparse.Namespace) -> None:
    game, began, levels = games()[slug], time.process_time(), sorted(bots()[slug])
    short = Analyst(game, rollout_bot(slug), known)
    long = Analyst(game, rollout_bot(slug), Repeated(known))
    deeper = Deeper(game, rollout_bot(slug), known, LONGEST if chosen.ends else chosen.deeper, chosen.deals)
    rows: list[Row] = _rows_in(chosen.file)
    first: int = chosen.first
    for number in range(first, first + chosen.matches):
        if any(row.match == number for row in rows):
            continue
        steps, _result = play_match(slug, (levels[-1], levels[-2]), (Seat.FIRST, Seat.SECOND)[number % 2], number)
        plies = PLIES // (len(steps) + 1)
        eligible = range(len(steps) - 2 * chosen.deeper)
        found: list[Row] = []
        for index in SeededRandom(b"longer", number).shuffled(eligible)[: chosen.turns]:
            position, other = steps[index][0], 0.0
            if len(list(game.legal_moves(position))) > 1:
                if chosen.deeper or chosen.ends:
                    loss = deeper.loss(position, bots()[slug][levels[-1]], SeededRandom(b"deeper %d" % number, index))
                else:
                    choices = _compare(short, long, position, (f"longer {number}", index + 1, plies))
                    loss = choices[0].chance - choices[1].chance if choices else None
                    other = _again(long, position, choices, SeededRandom(b"again %d" % number, index))
                    if chosen.listed and loss and loss > LARGE:
                        print(f"{slug} match {number}, turn {index + 1}: {choices}, by others {other:.4f}", flush=True)
                found.append(Row(number, index + 1, loss is None, loss or 0.0, other))
        rows += found
        if chosen.file:
            with chosen.file.open("a") as out:
                out.writelines(json.dumps(row) + "\n" for row in found)
    losses, others, owners = [row.loss for row in rows], [row.other for row in rows], [row.match for row in rows]
    share, error = mean(row.agreed for row in rows), _error(losses, owners)
    low, high = wilson(share, len(rows))
    print(
        f"{slug:10} {len(set(owners))} matches, {len(rows)} turns: agrees in {share:.0%} ({low:.0%} to {high:.0%}), "
        f"loses {100 * mean(losses):.2f} ±{100 * error:.2f} of 100 a turn, {100 * max(losses):.1f} at most, "
        f"upper limit {100 * (mean(losses) + error * ONE_SIDED / NORMAL):.2f}, "
        f"over 1 in {mean(loss > LARGE for loss in losses):.1%}, "
        f"by others {100 * mean(others):.2f} ±{100 * _error(others, owners):.2f}; "
        f"{time.process_time() - began:.0f} s of CPU",
        flush=True,
    )


def _rows_in(file: Path | None) -> list[Row]:
    return [Row(*json.loads(line)) for line in file.read_text().splitlines()] if file and file.exists() else []


def _error(values: Sequence[float], owners: Sequence[int]) -> float:
    """Return half the 95 % interval of the mean of these values, each of the match of this number (clusters)."""
    middle = mean(values)
    excess: dict[int, float] = defaultdict(float)
    for value, owner in zip(values, owners, strict=True):
        excess[owner] += value - middle
    return NORMAL * sqrt(sum(one**2 for one in excess.values())) / len(values)


def _compare(short: Analyst, long: Analyst, position: Position, turn: tuple[str, int, int]) -> list[Choice]:
    """Return the longer search's best move and the shorter one's, by the longer one; none if they are the same."""
    best = short.list_best(position, None, *turn).best[0].text
    match, ply, plies = turn
    found = long.list_best(position, short.game.decode(best), f"{match}, long", ply, plies)
    mine = next(choice for choice in found.best if choice.text == best)
    return [] if found.best[0].text == best else [found.best[0], mine]


def _again(long: Analyst, position: Position, choices: Sequence[Choice], rng: SeededRandom) -> float:
    """Return how much more the first of these moves wins in deals that chose neither; 0 without moves."""
    if not choices or not long.evaluator:
        return 0.0
    moves = [long.game.decode(choice.text) for choice in choices]
    best, mine = long.evaluator.compare(long.game.view(position, position.to_move), moves, rng)
    return best - mine


if __name__ == "__main__":
    main()
