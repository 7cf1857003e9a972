"""A bot that thinks until it is told to stop, and one that never stops."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from games.rules import AnyBot, Bot, GreedyBot, SeededRandom, View, say
from tests.slow_bots.ponder.rules import game

BEGAN = "SLOW_BOTS"  # environment variable: a folder with the files `began` (the bot's process id) and `end` (stops it)


class WaitingBot(Bot[View, Any]):  # it plays any game
    """A bot that plays the move with the most points, once the file `end` exists."""

    level = 1
    name = say("Waits")

    def choose(self, view: View, rng: SeededRandom) -> Any:  # noqa: ANN401 - a move of any game
        folder = Path(os.environ[BEGAN])
        (folder / "began").write_text(str(os.getpid()))
        while not (folder / "end").exists():
            time.sleep(0.01)
        return GreedyBot(game).choose(view, rng)


class LoopingBot(Bot[View, Any]):  # it plays any game
    """A bot that never returns."""

    level = 2
    name = say("Loops")

    def choose(self, view: View, rng: SeededRandom) -> Any:  # noqa: ANN401 - a move of any game
        while True:
            pass


bots: tuple[AnyBot, ...] = (WaitingBot(), LoopingBot())
