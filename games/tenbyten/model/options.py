"""The options of a match of 10 BY 10: no choices, but one rule that has changed."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options, rule

UNLIMITED = "unlimited"


@dataclass(frozen=True)
class TenByTenOptions(Options):
    """The rule on drawn games; players have nothing to choose.

    `drawn_games` is the number of drawn games in a row that makes the match a draw. A match that began before there was
    a limit keeps having none.
    """

    drawn_games: str = rule(now="3", before=UNLIMITED)

    @property
    def max_drawn_in_a_row(self) -> int | None:
        """Return the number of drawn games in a row that ends the match as a draw; None without a limit."""
        return None if self.drawn_games == UNLIMITED else int(self.drawn_games)
