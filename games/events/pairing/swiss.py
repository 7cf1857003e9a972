"""Rounds of a Swiss system, as the cheapest matching. It never refuses to pair.

What a round keeps, the most important first; each may be broken only to keep those before it:

1. A bye goes to a player of those with the fewest. To have missed a round counts as one bye.
2. No two meet again, else those who met least often.
3. A bye goes to the lowest score.
4. Players meet with the same points, else with the least distance (sum of squares).
5. The upper half of a score meets the lower half, by rating.
6. Each is first as often as second.

The first one can always be kept, as any player may meet any other; in small fields with many rounds the second cannot.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.events.pairing.matching import Edge, cheapest
from games.events.pairing.values import Entrant, Pair, Result, by_lot
from games.rules import SeededRandom

# Stands for the bye in the graph; ids of players are above it.
NONE = 0


@dataclass(frozen=True)
class _Player:
    """What an entrant has behind him: `balance` is how often he was first more than second, `last` his last seat."""

    id: int
    points: int
    byes: int
    missed: bool
    balance: int
    last: int
    # The place among those with the same points by rating, from the best, and the size of that group.
    place: int
    size: int

    @property
    def bye_rank(self) -> tuple[int, bool]:
        """Orders those who may get the bye: the lowest first."""
        return self.byes + self.missed, self.missed


def rounds_for(count: int) -> int:
    """Return how many rounds suit this number of players: enough to tell the best, and no meeting twice."""
    most = count - 1 + count % 2
    return max(0, min(most, (count - 1).bit_length() + 1)) if count > 1 else 0


def may_enter(number: int, rounds: int) -> bool:
    """Return whether a player may enter before round `number` is paired: until half of the rounds are over.

    Of five rounds the last to enter is the third, of six the fourth. The rounds missed give no points.
    """
    return 1 <= number <= rounds and 2 * (number - 1) <= rounds


def pair(entrants: Iterable[Entrant], past: Sequence[Result], seed: bytes, number: int) -> tuple[Pair, ...]:
    """Return the pairs of round `number`, from 1, for the players who are present; an odd one has the bye, at the end.

    `past` has the results of all rounds before, those of players who have left included.
    """
    players = _players(entrants, past, seed, number)
    if len(players) < 2:
        return tuple(Pair(player, None) for player in players)
    met = Counter(result.players for result in past)
    costs: dict[Edge, tuple[int, ...]] = {}
    order = sorted(players)
    for index, one in enumerate(order):
        for other in order[index + 1 :]:
            meetings = met[frozenset({one, other})]
            costs[one, other] = (int(meetings > 0), meetings, 0, *_costs(players[one], players[other]))
    if len(players) % 2:
        fewest = min(player.bye_rank for player in players.values())
        for player in players.values():
            if player.bye_rank == fewest:
                costs[NONE, player.id] = (0, 0, player.points, 0, (player.size - 1 - player.place) ** 2, 0)
    lot = SeededRandom(seed, number)
    matched = cheapest(costs, lot)
    tops = {player: max(players[one].points for one in edge if one) for edge in matched for player in edge if player}
    seats = [_seated(players[one], players[other], lot) for one, other in matched if one != NONE]
    seats.sort(key=lambda pair: (-tops[pair.first], pair.first))
    return (*seats, *(Pair(other, None) for one, other in matched if one == NONE))


def _players(entrants: Iterable[Entrant], past: Sequence[Result], seed: bytes, number: int) -> dict[int, _Player]:
    ratings = {entrant.player: entrant.rating for entrant in entrants}
    lots = by_lot(ratings, seed)
    points: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    balances: Counter[int] = Counter()
    last: dict[int, int] = {}
    there: defaultdict[int, set[int]] = defaultdict(set)
    for result in sorted(past, key=lambda result: result.number):
        for player, seat in ((result.first, 1), (result.second, -1)):
            if player is None:
                continue
            points[player] += result.points(player)
            there[player].add(result.number)
            if result.second is None:
                byes[player] += 1
            elif not result.absent:
                balances[player] += seat
                last[player] = seat
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for player in sorted(ratings, key=lambda player: (-ratings[player], lots[player])):
        groups[points[player]].append(player)
    return {
        player: _Player(
            player,
            points[player],
            byes[player],
            len(there[player]) < number - 1,
            balances[player],
            last.get(player, 0),
            place,
            len(group),
        )
        for group in groups.values()
        for place, player in enumerate(group)
    }


def _costs(one: _Player, other: _Player) -> tuple[int, int, int]:
    upper, lower = (one, other) if one.points >= other.points else (other, one)
    if one.points == other.points:
        fold = abs(abs(one.place - other.place) - one.size // 2)
    else:
        fold = upper.size - 1 - upper.place + lower.place
    a, b = one.balance, other.balance
    seats = min((a + 1) ** 2 + (b - 1) ** 2, (a - 1) ** 2 + (b + 1) ** 2)
    return (one.points - other.points) ** 2, fold**2, seats


def _seated(one: _Player, other: _Player, lot: SeededRandom) -> Pair:
    """Return the pair with the seat first for who had it less often, else for who did not have it last, else by lot."""
    first, second = sorted((one, other), key=lambda player: (player.balance, player.last))
    if (first.balance, first.last) == (second.balance, second.last) and lot.below(2):
        first, second = second, first
    return Pair(first.id, second.id)
