"""What two players agree on before a match of 10 BY 10: nothing, but its rules have changed once."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options, rule

UNLIMITED = "unlimited"


@dataclass(frozen=True)
class TenByTenOptions(Options):
    """There is nothing to choose.

    `drawn_games` in a row make the match a draw. A match from before there was that limit goes on without it: it is
    replayed, shown and played on as it was agreed, however many of its games were drawn.
    """

    drawn_games: str = rule(now="3", before=UNLIMITED)

    @property
    def most_drawn(self) -> int | None:
        """Return how many drawn games in a row end the match as a draw; None without a limit."""
        return None if self.drawn_games == UNLIMITED else int(self.drawn_games)
