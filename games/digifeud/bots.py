"""The computer players of Digifeud."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from games.digifeud.ai.endgame import settle
from games.digifeud.ai.fast_state import Sketch
from games.digifeud.ai.greedy import best, moves
from games.digifeud.ai.rollouts import candidates, look
from games.digifeud.model.moves import Move
from games.digifeud.model.position import DigifeudView
from games.digifeud.rules import game
from games.rules import AnyBot, Beginner, Bot, MostPoints, SeededRandom, say


@dataclass(frozen=True)
class GoodTiles(Bot[DigifeudView, Move]):
    """Takes the most points that are to be had now, and thinks of the tiles that it keeps."""

    level = 3
    name = say("Keeps good tiles")

    def choose(self, view: DigifeudView, rng: SeededRandom) -> Move:
        """The move with the most points and the best tiles left; the first of equals."""
        sketch = Sketch.seen(view)
        return sketch.move(best(sketch))


@dataclass(frozen=True)
class LookingAhead(Bot[DigifeudView, Move]):
    """Plays on in deals that could be, with good moves on both sides, and takes what wins most of them.

    Once the number bag is empty these are the best moves on both sides, to the end. Where they would take too long to
    find, as they often do with more than a dozen number tiles left on the racks, they are good ones again.
    """

    level = 4
    name = say("Looks ahead")

    def choose(self, view: DigifeudView, rng: SeededRandom) -> Move:
        """The move that wins most often; a pass may be one."""
        sketch = Sketch.seen(view)
        found = moves(sketch)
        deals = (sketch.dealt(game.determinize(view, rng)) for _deal in count())
        if len(found) > 1 and not sketch.bag:
            found = settle(found, deals)
        if len(found) > 1:
            found = [look(candidates(found), deals)]
        return sketch.move(found[0])


hasty = GoodTiles()
bots: tuple[AnyBot, ...] = (Beginner(game), MostPoints(game), hasty, LookingAhead())
