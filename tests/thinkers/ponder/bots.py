"""One that thinks until it is told to stop, and one that never stops."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from games.rules import AnyBot, Bot, MostPoints, SeededRandom, View, say
from tests.thinkers.ponder.rules import game

BEGAN = "THINKERS"  # in the environment: a folder, where `began` gets the thinker's process and `end` ends it


class Waits(Bot[View, Any]):
    """Takes the most points, once the file `end` is there."""

    level = 1
    name = say("Waits")

    def choose(self, view: View, rng: SeededRandom) -> Any:  # noqa: ANN401 - it plays any game
        folder = Path(os.environ[BEGAN])
        (folder / "began").write_text(str(os.getpid()))
        while not (folder / "end").exists():
            time.sleep(0.01)
        return MostPoints(game).choose(view, rng)


class Loops(Bot[View, Any]):
    """Finds nothing, ever."""

    level = 2
    name = say("Loops")

    def choose(self, view: View, rng: SeededRandom) -> Any:  # noqa: ANN401 - it plays any game
        while True:
            pass


bots: tuple[AnyBot, ...] = (Waits(), Loops())
