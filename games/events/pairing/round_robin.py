"""Round robins by the circle method: each two players meet once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.events.pairing.values import DRAW, LOSS, WIN, Pair, Result, by_lot


def rounds(count: int) -> tuple[tuple[tuple[int, int | None], ...], ...]:
    """Return the rounds for players numbered from 0, as pairs of numbers in the order of their seats.

    Each two meet once. With an odd count each player has one bye, whose other number is None. Each player is first in
    half of the matches, or in one more or less than half where their number is odd.
    """
    size = count + count % 2
    schedule = []
    for number in range(size - 1):
        pairs: list[tuple[int, int | None]] = []
        for place in range(size // 2):
            one, other = _at(place, number, size), _at(size - 1 - place, number, size)
            # The last place never moves, so its seat alternates by round; all others alternate by place.
            first, second = (one, other) if (number if place == 0 else place) % 2 == 0 else (other, one)
            if count in (first, second):
                pairs.append((first + second - count, None))
            else:
                pairs.append((first, second))
        schedule.append(tuple(pairs))
    return tuple(schedule) if count > 1 else ()


def pairs(players: Iterable[int], seed: bytes) -> tuple[tuple[Pair, ...], ...]:
    """Return the rounds of these players, whose numbers in the schedule are drawn by lot from the seed."""
    lots = by_lot(players, seed)
    order = sorted(lots, key=lots.__getitem__)
    return tuple(
        tuple(Pair(order[one], None if other is None else order[other]) for one, other in pairs)
        for pairs in rounds(len(order))
    )


def missed(pair: Pair, absent: Iterable[int], number: int = 1) -> Result:
    """Return the result of a match that one or both have missed: won by the other, drawn if both have.

    So every match of a round robin gives two points in all, which is what the bounds of places rest on.
    """
    missing = tuple(sorted(set(absent) & pair.players))
    if len(missing) == 2:
        return Result(pair.first, pair.second, DRAW, DRAW, number, missing)
    first, second = (LOSS, WIN) if pair.first in missing else (WIN, LOSS)
    return Result(pair.first, pair.second, first, second, number, missing)


def open_pairs(players: Iterable[int], results: Sequence[Result]) -> tuple[Pair, ...]:
    """Return the pairs that have no result yet, the lower id first."""
    ended = {result.players for result in results}
    order = sorted(players)
    return tuple(
        Pair(one, other)
        for place, one in enumerate(order)
        for other in order[place + 1 :]
        if frozenset({one, other}) not in ended
    )


def _at(place: int, number: int, size: int) -> int:
    return size - 1 if place == size - 1 else (place + number) % (size - 1)
