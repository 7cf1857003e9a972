"""The computer players of Summy."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import AnyBot, Beginner, Bot, MostPoints, SeededRandom, say
from games.summy.ai.endgame_sampling import late_move
from games.summy.ai.evaluation import best_exchange, sums, weigh_all
from games.summy.model.movegen import Scored
from games.summy.model.moves import Move
from games.summy.model.position import SummyView
from games.summy.model.quick_best import glimpse
from games.summy.rules import game


@dataclass(frozen=True)
class Novice(Bot[SummyView, Move]):
    """Plays at random among the sums that bring least: one in `share` of all."""

    share: int = 3

    level = Beginner.level
    name = Beginner.name

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """One of the lesser sums, or any exchange where there is none."""
        found = sorted(offers(view, rng), key=_points)
        return found[rng.below(-(-len(found) // self.share))][0]


@dataclass(frozen=True)
class Glancer(Bot[SummyView, Move]):
    """Sees a few of the sums there are, by chance, and takes the one of these that brings most."""

    seen: int = 2

    level = 2
    name = say("Quick glance")

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """The best of a few sums, or of a few exchanges where there is none."""
        found = offers(view, rng)
        return max((found[rng.below(len(found))] for _look in range(self.seen)), key=_points)[0]


@dataclass(frozen=True)
class Grabber(Bot[SummyView, Move]):
    """Takes the most points that are to be had now, whatever comes after."""

    level = 3
    name = MostPoints.name

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """The sum that brings most; chance decides between equals."""
        found = offers(view, rng)
        most = max(map(_points, found))
        best = [move for move, points in found if points == most]
        return best[rng.below(len(best))]


@dataclass(frozen=True)
class GoodHand(Bot[SummyView, Move]):
    """Takes points, and looks to what is kept for the next turn; plays the last turns out when the stock is empty."""

    level = 4
    name = say("Good hand")

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """The move of most worth."""
        if view.stock or view.done:
            return weigh_all(game.determinize(view, rng))[0].move
        return late_move(view, rng)


@dataclass(frozen=True)
class Hasty(Bot[SummyView, Move]):
    """Plays what is seen at a glance, in a millisecond or two; for play-outs."""

    level = 0
    name = say("Hasty")

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """The sum of up to nine pieces with the most points, else an exchange."""
        return glimpse(view.grid, view.hand or ()) or best_exchange(game.determinize(view, rng)).move


def offers(view: SummyView, rng: SeededRandom) -> list[Scored]:
    """The sums with their points; the exchanges where there is none."""
    position = game.determinize(view, rng)
    return list(sums(position)) or list(game.scored_moves(position))


def _points(scored: Scored) -> int:
    return scored[1]


hasty = Hasty()
bots: tuple[AnyBot, ...] = (Novice(), Glancer(), Grabber(), GoodHand())
