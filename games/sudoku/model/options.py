"""What two players agree on before a Sudoku duel."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options, option, say


@dataclass(frozen=True)
class SudokuOptions(Options):
    """Whether the page marks, for both players, the squares where a tile would score (house rule)."""

    hints: str = option(say("Hints"), {"no": say("Without hints"), "yes": say("With hints")}, "no")

    @property
    def hinted(self) -> bool:
        """Whether there are hints."""
        return self.hints == "yes"
