"""The analysis' best moves against a search of ten times its budget, in matches chosen by their seed alone.

The longer search evaluates each turn in ten independent series of deals, takes their mean, and has ten times the
rollouts. Its chances tell what the analysis' best move loses compared with its own best one.

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
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import mean, stdev

from bench.accuracy import play_match
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
NORMAL, ONE_SIDED = 1.96, 1.645


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
    parser.add_argument("--turns", type=int, metavar="N", help="so many of each match, drawn by its seed (all)")
    parser.add_argument("--deeper", type=int, default=0, metavar="N", help="moves of the rollout bot after a candidate")
    parser.add_argument("--ends", action="store_true", help="the rollout bot plays to the end of the match instead")
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"of a deeper search, twice ({DEALS})")
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
    agreed: list[bool] = []
    losses: list[float] = []
    matches: int = chosen.matches
    for number in range(matches):
        steps, _result = play_match(slug, (levels[-1], levels[-2]), (Seat.FIRST, Seat.SECOND)[number % 2], number)
        plies = PLIES // (len(steps) + 1)
        eligible = range(len(steps) - 2 * chosen.deeper)
        for index in SeededRandom(b"longer", number).shuffled(eligible)[: chosen.turns]:
            position = steps[index][0]
            if len(list(game.legal_moves(position))) > 1:
                if chosen.deeper or chosen.ends:
                    loss = deeper.loss(position, bots()[slug][levels[-1]], SeededRandom(b"deeper %d" % number, index))
                else:
                    loss = _compare(short, long, position, (f"longer {number}", index + 1, plies))
                agreed.append(loss is None)
                losses.append(loss or 0.0)
    error = NORMAL * stdev(losses) / sqrt(len(losses))
    print(
        f"{slug:10} {matches} matches, {len(losses)} turns: agrees in {mean(agreed):.0%}, "
        f"loses {100 * mean(losses):.2f} ±{100 * error:.2f} of 100 a turn, {100 * max(losses):.1f} at most, "
        f"upper limit {100 * (mean(losses) + error * ONE_SIDED / NORMAL):.2f}, "
        f"over 2 in {mean(loss > 0.02 for loss in losses):.0%}; {time.process_time() - began:.0f} s of CPU",
        flush=True,
    )


def _compare(short: Analyst, long: Analyst, position: Position, turn: tuple[str, int, int]) -> float | None:
    """Return what the shorter search's best move loses by the longer one; None if both choose the same move."""
    best = short.list_best(position, None, *turn).best[0].text
    match, ply, plies = turn
    found = long.list_best(position, short.game.decode(best), f"{match}, long", ply, plies)
    mine = next(choice for choice in found.best if choice.text == best)
    return None if found.best[0].text == best else _difference(found.best[0], mine)


def _difference(best: Choice, other: Choice) -> float:
    return best.chance - other.chance


if __name__ == "__main__":
    main()
