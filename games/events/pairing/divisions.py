"""The divisions of a league's season, from the places of the last one.

After each season the best of a division go up and the last go down, a sixth each, rounded up. How the next season is
put together, from the first division down:

1. Who stayed, and who went up, is never put into a lower division than before; who went down falls by one at most.
2. Divisions have as equal a size as this allows, up to 12. A division that lacks players takes the best from below.
3. Who missed seasons comes after those who played, one division lower for each of them.
4. New players come last, the best rated first.

The first season is divided by rating. Where the last division, or the only one, has fewer than six players, computers
fill it. They take no place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from games.events.pairing.values import Entrant, by_lot

LEAST, MOST, AIM = 6, 12, 10


class Movement(IntEnum):
    """How many divisions a player moves at the end of a season."""

    UP = -1
    STAY = 0
    DOWN = 1


@dataclass(frozen=True)
class Former:
    """A player of an earlier season: the division from 1, the rank in it from 1, the movement, seasons missed since."""

    player: int
    division: int
    rank: int
    movement: Movement
    missed: int = 0


@dataclass(frozen=True)
class Division:
    """The players of a division, the strongest first, and how many computers fill it."""

    number: int
    players: tuple[int, ...]
    computers: int = 0


def moving(count: int) -> int:
    """Return how many go up, and how many go down, of a division of `count` players: a sixth, rounded up."""
    return -(-count // LEAST)


def movements(order: Sequence[int], number: int, last: int, struck: Collection[int] = ()) -> tuple[Former, ...]:
    """Return how the players of division `number` of `last` move, from their final order (`standings.order`).

    Those in `struck` come last, and take the first of the places from which one goes down.
    """
    final = [player for player in order if player not in struck] + sorted(struck)
    share = moving(len(final))
    formers = []
    for rank, player in enumerate(final, 1):
        movement = Movement.STAY
        if number < last and (rank > len(final) - share or player in struck):
            movement = Movement.DOWN
        elif number > 1 and rank <= share and player not in struck:
            movement = Movement.UP
        formers.append(Former(player, number, rank, movement))
    return tuple(formers)


def divide(formers: Iterable[Former], newcomers: Iterable[Entrant], seed: bytes) -> tuple[Division, ...]:
    """Return the divisions of a season, from the first down, of all who take part in it."""
    returning = list(formers)
    ratings = {entrant.player: entrant.rating for entrant in newcomers}
    lots = by_lot({*ratings, *(former.player for former in returning)}, seed)
    ranked = sorted(returning, key=lambda former: (_rank(former), lots[former.player]))
    order = _with_returning(
        [former for former in ranked if not former.missed], [former for former in ranked if former.missed]
    )
    new = sorted(ratings, key=lambda player: (-ratings[player], lots[player]))
    ends = _ends(len(order) + len(new), order)
    players = [*(former.player for former in order), *new]
    divisions = []
    for number, (start, end) in enumerate(zip([0, *ends], ends, strict=False), 1):
        divisions.append(Division(number, tuple(players[start:end]), max(0, LEAST - (end - start))))
    return tuple(divisions)


def _rank(former: Former) -> tuple[int, int, int, int]:
    """Order who gets the better division: by the division that is due; those who must not be below it come first."""
    target = max(1, former.division + former.movement) + former.missed
    if former.missed:
        return target, 3, former.missed, former.rank
    # A division that lacks players takes first who went up to it, then those below, last those who went down from it.
    return target, {Movement.STAY: 0, Movement.DOWN: 1, Movement.UP: 2}[former.movement], 0, former.rank


def _lowest(former: Former) -> int:
    """Return the lowest division that a player of the last season may be put into."""
    return former.division + (former.movement is Movement.DOWN)


def _with_returning(played: Sequence[Former], returning: Sequence[Former]) -> list[Former]:
    """Return both in one order, in which those who return push no one who played below the lowest division allowed."""
    # How many may be put in before each player, and all after, so that the divisions above still have room for them.
    room = [MOST * _lowest(former) - index - 1 for index, former in enumerate(played)]
    for index in range(len(room) - 2, -1, -1):
        room[index] = min(room[index], room[index + 1])
    order: list[Former] = []
    waiting = list(returning)
    for index, former in enumerate(played):
        while waiting and len(order) - index < room[index] and _rank(waiting[0]) < _rank(former):
            order.append(waiting.pop(0))
        order.append(former)
    return order + waiting


def _ends(total: int, order: Sequence[Former]) -> list[int]:
    """Return where each division ends among `total` players, of whom the first are those in `order`."""
    if not total:
        return []
    count = max(1, -(-total // MOST), min(round(total / AIM), total // LEAST))
    needed = [
        max(
            (index for index, former in enumerate(order, 1) if not former.missed and _lowest(former) <= number),
            default=0,
        )
        for number in range(1, count + 1)
    ]
    needed[-1] = total
    for number in range(count - 2, -1, -1):
        needed[number] = max(needed[number], needed[number + 1] - MOST)
    ends: list[int] = []
    for number in range(count):
        start = ends[-1] if ends else 0
        even = total * (number + 1) // count
        end = min(total, start + MOST, max(needed[number], even, start + LEAST))
        if end > start:
            ends.append(end)
    return ends
