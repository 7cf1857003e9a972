"""The computer players of Summy."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import AnyBot, Beginner, Bot, Dice, MostPoints, say
from games.summy.glimpse import glimpse
from games.summy.moves import Move
from games.summy.position import SummyView
from games.summy.rules import game
from games.summy.search import Scored
from games.summy.thinking import best_ended, best_exchange, least_answered, sums, weigh_all

END = 8  # with so few pieces in the stock a match is played on to its end


@dataclass(frozen=True)
class Novice(Bot[SummyView, Move]):
    """Plays at random among the sums that bring least: one in `share` of all."""

    share: int = 3

    level = Beginner.level
    name = Beginner.name

    def choose(self, view: SummyView, dice: Dice) -> Move:
        """One of the lesser sums, or any exchange where there is none."""
        found = sorted(offers(view, dice), key=_points)
        return found[dice.below(-(-len(found) // self.share))][0]


@dataclass(frozen=True)
class Grabber(Bot[SummyView, Move]):
    """Takes the most points that are to be had now, whatever comes after."""

    level = MostPoints.level
    name = MostPoints.name

    def choose(self, view: SummyView, dice: Dice) -> Move:
        """The sum that brings most; chance decides between equals."""
        found = offers(view, dice)
        most = max(map(_points, found))
        best = [move for move, points in found if points == most]
        return best[dice.below(len(best))]


@dataclass(frozen=True)
class GoodHand(Bot[SummyView, Move]):
    """Takes points, and looks to what is kept for the next turn; exchanges where that is worth more."""

    level = 3
    name = say("Good hand")

    def choose(self, view: SummyView, dice: Dice) -> Move:
        """The move of most worth."""
        return weigh_all(game.imagine(view, dice))[0].move


@dataclass(frozen=True)
class LooksAhead(Bot[SummyView, Move]):
    """Tries its best moves against hands that the opponent may have, and at the end plays the match out with them.

    What a move lets the opponent do counts in part only, by `caution`: one may come to use it oneself.
    """

    width: int = 8
    samples: int = 24
    caution: float = 0.5
    last_width: int = 6
    last_samples: int = 6

    level = 4
    name = say("Looks ahead")

    def choose(self, view: SummyView, dice: Dice) -> Move:
        """Of the moves of most worth the one that leads to the best margin."""
        position = game.imagine(view, dice)
        found = weigh_all(position)
        if view.done or len(found) == 1:
            return found[0].move
        if view.stock > END:
            deals = [game.imagine(view, dice) for _sample in range(self.samples)]
            return least_answered(position, found[: self.width], deals, self.caution)
        deals = [game.imagine(view, dice) for _sample in range(self.last_samples)]
        return best_ended(position, found[: self.last_width], deals)


@dataclass(frozen=True)
class Hasty(Bot[SummyView, Move]):
    """Plays what is seen at a glance, in a millisecond or two; for play-outs."""

    level = 0
    name = say("Hasty")

    def choose(self, view: SummyView, dice: Dice) -> Move:
        """The sum of up to nine pieces with the most points, else an exchange."""
        return glimpse(view.grid, view.hand or ()) or best_exchange(game.imagine(view, dice)).move


def offers(view: SummyView, dice: Dice) -> list[Scored]:
    """The sums with their points; the exchanges where there is none."""
    position = game.imagine(view, dice)
    return list(sums(position)) or list(game.scored_moves(position))


def _points(scored: Scored) -> int:
    return scored[1]


hasty = Hasty()
bots: tuple[AnyBot, ...] = (Novice(), Grabber(), GoodHand(), LooksAhead())
