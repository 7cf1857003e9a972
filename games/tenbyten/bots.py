"""The computer players of 10 BY 10."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import AnyBot, Bot, MostPoints, SeededRandom, say
from games.tenbyten.ai.evaluation import pick, weigh_by_chips, weigh_hastily
from games.tenbyten.ai.expectimax import weigh_by_chances
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenView
from games.tenbyten.rules import game

SEEN = 3  # the beginner sees the tens in one turn of so many


@dataclass(frozen=True)
class Novice(Bot[TenByTenView, Move]):
    """Lays chips at random, overlooks most tens, and takes the smallest where it sees them.

    Never capturing, as `Beginner` would, is no weakness here: fewer captured chips win an empty container.
    """

    level = 1
    name = say("Beginner")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """One of the smallest captures in one turn of three, else any move that captures nothing."""
        found = list(game.scored_moves(game.determinize(view, rng)))
        captures = [points for _move, points in found if points]
        wanted = min(captures) if captures and not rng.below(SEEN) else 0
        fitting = [move for move, points in found if points == wanted]
        return fitting[rng.below(len(fitting))]


@dataclass(frozen=True)
class Careful(Bot[TenByTenView, Move]):
    """Takes many chips and leaves few to take."""

    level = 3
    name = say("Careful")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """The move that brings most, less what the opponent can take then on average."""
        return pick(weigh_by_chips(view), rng)


@dataclass(frozen=True)
class LooksAhead(Bot[TenByTenView, Move]):
    """Knows how likely a game is won from here, and looks at what either player may capture next."""

    level = 4
    name = say("Looks ahead")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """The move after which the game is won most likely."""
        return pick(weigh_by_chances(view), rng)


@dataclass(frozen=True)
class Hasty(Bot[TenByTenView, Move]):
    """Knows the chances too, but tries few squares and looks less far; for play-outs."""

    level = 0
    name = say("Hasty")

    def choose(self, view: TenByTenView, rng: SeededRandom) -> Move:
        """The best of the captures and some other moves."""
        return pick(weigh_hastily(view, rng), rng)


hasty = Hasty()
bots: tuple[AnyBot, ...] = (Novice(), MostPoints(game), Careful(), LooksAhead())
