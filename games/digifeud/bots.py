"""The computer players of Digifeud."""

from __future__ import annotations

from dataclasses import dataclass

from games.digifeud.choosing import best
from games.digifeud.looking import DEALS, candidates, look
from games.digifeud.moves import Move
from games.digifeud.position import DigifeudView
from games.digifeud.rules import game
from games.digifeud.sketch import Sketch
from games.rules import AnyBot, Beginner, Bot, Dice, MostPoints, say


@dataclass(frozen=True)
class GoodTiles(Bot[DigifeudView, Move]):
    """Takes the most points that are to be had now, and thinks of the tiles that it keeps."""

    level = 3
    name = say("Keeps good tiles")

    def choose(self, view: DigifeudView, dice: Dice) -> Move:
        """The move with the most points and the best tiles left; the first of equals."""
        sketch = Sketch.seen(view)
        return sketch.move(best(sketch))


@dataclass(frozen=True)
class LookingAhead(Bot[DigifeudView, Move]):
    """Plays on in deals that could be, with good moves on both sides, and takes what wins most of them."""

    level = 4
    name = say("Looks ahead")

    def choose(self, view: DigifeudView, dice: Dice) -> Move:
        """The move that wins most often; a pass may be one."""
        sketch = Sketch.seen(view)
        found = candidates(sketch)
        if len(found) == 1:
            return sketch.move(found[0])
        deals = (sketch.dealt(game.imagine(view, dice)) for _ in range(DEALS))
        return sketch.move(look(found, deals))


hasty = GoodTiles()
bots: tuple[AnyBot, ...] = (Beginner(game), MostPoints(game), hasty, LookingAhead())
