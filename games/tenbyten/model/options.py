"""Options of a match of 10 BY 10: no choices, but one rule that has changed."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options, rule

UNLIMITED = "unlimited"


@dataclass(frozen=True)
class TenByTenOptions(Options):
    """The rules version of a match; players have nothing to choose.

    `drawn_games` in a row make the match a draw. A match that began before there was such a limit is replayed, shown
    and continued without it.
    """

    drawn_games: str = rule(now="3", before=UNLIMITED)

    @property
    def max_drawn_in_a_row(self) -> int | None:
        """Return the number of drawn games in a row that ends the match as a draw; None without a limit."""
        return None if self.drawn_games == UNLIMITED else int(self.drawn_games)
