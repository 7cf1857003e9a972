"""A knock-out: the bracket from the seeding, filled in from the results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from games.events.pairing.values import Entrant, Pair, Result, by_lot


class Slot(Enum):
    """The side of a tie that has no player: still to be decided, or empty for good."""

    OPEN = "open"
    EMPTY = "empty"


Side = int | Slot
# A tie is two matches at most, the second one after a draw: then the other starts.
MATCHES = 2


@dataclass(frozen=True)
class Tie:
    """Two sides of the bracket, the better seed first where it is known; the winner goes on.

    `winner` is open until the tie is decided, and empty if no one goes on. `next_match` is the pair to be played now:
    None while a side is open, and once it is decided.
    """

    number: int
    index: int
    first: Side
    second: Side
    winner: Side
    loser: Side
    next_match: Pair | None


@dataclass(frozen=True)
class Bracket:
    """All rounds from the first to the final, the winner, and the match for the third place where there is one."""

    rounds: tuple[tuple[Tie, ...], ...]
    winner: Side
    third: Tie | None = None

    @property
    def matches(self) -> tuple[tuple[Tie, Pair], ...]:
        """The matches to be played now, those of the third place included."""
        ties = [tie for ties in self.rounds for tie in ties] + ([self.third] if self.third else [])
        return tuple((tie, tie.next_match) for tie in ties if tie.next_match)


def seeding(entrants: Iterable[Entrant], seed: bytes) -> tuple[int, ...]:
    """Return the players by rating, the best first, equals by lot."""
    ratings = {entrant.player: entrant.rating for entrant in entrants}
    lots = by_lot(ratings, seed)
    return tuple(sorted(ratings, key=lambda player: (-ratings[player], lots[player])))


def bracket(seeds: Sequence[int], results: Iterable[Result], third_place: bool = False) -> Bracket:
    """Return the bracket of these players, the best first, as far as the results go.

    The best have byes in the first round where the number is no power of two, and the two best can meet in the final
    only. The `number` of a result is its round, and that of the final for the match for the third place. A drawn match
    is played again with the other starting; after a second draw the better seed goes on. Who is absent has lost; if
    both are, no one goes on, and the next opponent has a bye.
    """
    by_round: dict[tuple[int, frozenset[int]], list[Result]] = {}
    for result in results:
        by_round.setdefault((result.number, result.players), []).append(result)
    ranks = {player: rank for rank, player in enumerate(seeds)}
    sides: list[Side] = [seeds[rank] if rank < len(seeds) else Slot.EMPTY for rank in _positions(len(seeds))]
    rounds: list[tuple[Tie, ...]] = []
    while len(sides) > 1:
        number = len(rounds) + 1
        ties = tuple(
            _tie(number, index // 2, sides[index], sides[index + 1], by_round, ranks)
            for index in range(0, len(sides), 2)
        )
        rounds.append(ties)
        sides = [tie.winner for tie in ties]
    third = None
    if third_place and len(rounds) > 1:
        one, other = rounds[-2]
        third = _tie(len(rounds), 1, one.loser, other.loser, by_round, ranks)
    return Bracket(tuple(rounds), sides[0], third)


def _positions(count: int) -> list[int]:
    """Return the ranks from 0 in the order of the bracket, filled up to a power of two: 0 3 1 2, and so on."""
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [rank for one in order for rank in (one, size - 1 - one)]
    return order


def _tie(
    number: int,
    index: int,
    one: Side,
    other: Side,
    results: dict[tuple[int, frozenset[int]], list[Result]],
    ranks: dict[int, int],
) -> Tie:
    if isinstance(one, Slot) or isinstance(other, Slot):
        if Slot.OPEN in (one, other):
            return Tie(number, index, one, other, Slot.OPEN, Slot.OPEN, None)
        return Tie(number, index, one, other, one if other is Slot.EMPTY else other, Slot.EMPTY, None)
    better, worse = sorted((one, other), key=ranks.__getitem__)
    played = results.get((number, frozenset({better, worse})), [])
    lead = sum(result.points(better) - result.points(worse) for result in played)
    if any({better, worse} <= set(result.absent) for result in played):
        return Tie(number, index, better, worse, Slot.EMPTY, Slot.EMPTY, None)
    if lead == 0 and len(played) < MATCHES:
        # The worse seed is first in the first match.
        pair = Pair(better, worse) if played and played[-1].first == worse else Pair(worse, better)
        return Tie(number, index, better, worse, Slot.OPEN, Slot.OPEN, pair)
    winner, loser = (better, worse) if lead >= 0 else (worse, better)
    return Tie(number, index, better, worse, winner, loser, None)
