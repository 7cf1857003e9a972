"""The computer players of Summy."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import AnyBot, Beginner, Bot, Dice, MostPoints, say
from games.summy.glimpse import glimpse
from games.summy.moves import Move
from games.summy.position import SummyView
from games.summy.rules import game
from games.summy.thinking import best_exchange, margin_after, weigh_all

END = 16  # with so few pieces in the stock a match is played on to its end


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
    """Tries its best moves against hands that the opponent may have, the next turns included."""

    width: int = 8
    samples: int = 12
    plies: int = 2
    leave: float = 1.0

    level = 4
    name = say("Looks ahead")

    def choose(self, view: SummyView, dice: Dice) -> Move:
        """Of the moves of most worth the one that leads to the best margin."""
        position = game.imagine(view, dice)
        found = weigh_all(position)[: self.width]
        if view.done or len(found) == 1:
            return found[0].move
        plies = self.plies if view.stock > END else game.longest(view.options)
        turns = [game.judge(position, weighed.move) for weighed in found]
        margins = [0.0] * len(found)
        for _sample in range(self.samples):
            dealt = game.imagine(view, dice)
            for place, (weighed, turn) in enumerate(zip(found, turns, strict=True)):
                margins[place] += margin_after(dealt, weighed.move, turn, plies)
                if plies == 1:
                    margins[place] += self.leave * (weighed.value - weighed.points)
        return found[margins.index(max(margins))].move


@dataclass(frozen=True)
class Hasty(Bot[SummyView, Move]):
    """Plays what is seen at a glance, in a millisecond or two; for play-outs."""

    level = 0
    name = say("Hasty")

    def choose(self, view: SummyView, dice: Dice) -> Move:
        """The sum of up to nine pieces with the most points, else an exchange."""
        position = game.imagine(view, dice)
        return glimpse(position.grid, position.hand) or best_exchange(position).move


hasty = Hasty()
bots: tuple[AnyBot, ...] = (Beginner(game), MostPoints(game), GoodHand(), LooksAhead())
