"""Options of a Sudoku Duel."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options, option, say


@dataclass(frozen=True)
class SudokuOptions(Options):
    """The house rule of hints: the page shows the player to move the points of every valid square."""

    hints: str = option(say("Hints"), {"no": say("Without hints"), "yes": say("With hints")}, "no")

    @property
    def has_hints(self) -> bool:
        """Return whether hints are shown."""
        return self.hints == "yes"
