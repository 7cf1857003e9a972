"""The options of a match of Sudoku Duel."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options, option, say


@dataclass(frozen=True)
class SudokuOptions(Options):
    """Whether to play with hints, a house rule: the page shows the player to move the points of every valid square."""

    hints: str = option(say("Hints"), {"no": say("Without hints"), "yes": say("With hints")}, "no")

    @property
    def has_hints(self) -> bool:
        """Return whether hints are shown."""
        return self.hints == "yes"
