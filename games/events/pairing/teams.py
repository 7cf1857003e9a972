"""Team matches: the players of two sides meet on boards, by rating."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.events.pairing.values import Entrant, Pair, by_lot


def boards(home: Iterable[Entrant], away: Iterable[Entrant], seed: bytes) -> Sequence[Pair]:
    """Return the boards, the strongest players first; equals by lot from the seed.

    Each board has a player of both, as many as the smaller one has. The home player is first on the first, third, and
    every second board.
    """
    sides = [list(home), list(away)]
    lots = by_lot([one.player for side in sides for one in side], seed)
    first, second = (sorted(side, key=lambda one: (-one.rating, lots[one.player])) for side in sides)
    pairs = zip(first, second, strict=False)
    return tuple(
        Pair(away.player, home.player) if number % 2 else Pair(home.player, away.player)
        for number, (home, away) in enumerate(pairs)
    )
