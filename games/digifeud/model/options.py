"""The options that two players agree on before a match."""

from __future__ import annotations

from dataclasses import dataclass

from games.digifeud.model.board import Direction
from games.rules import Options, option, say


@dataclass(frozen=True)
class DigifeudOptions(Options):
    """The reading directions and the operators."""

    directions: str = option(
        say("Directions"),
        {"2": say("To the right and down"), "4": say("All four directions")},
        "2",
    )
    operators: str = option(
        say("Calculations"),
        {
            "+-": say("Plus and minus"),
            "+-x": say("Plus, minus and times"),
            "+-x/": say("Plus, minus, times and divided by"),
        },
        "+-x",
    )

    @property
    def reading_directions(self) -> tuple[Direction, ...]:
        """The directions in which a calculation may be read."""
        return tuple(Direction)[: int(self.directions)]
