"""Waves of an arena: who waits is paired with a neighbour in the table; points count double in a streak."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.events.pairing.matching import Edge, cheapest
from games.events.pairing.values import WIN, Pair, by_lot
from games.rules import SeededRandom

# Players in one graph; the time grows with the third power.
GROUP = 60
# So many waves a player waits for another opponent than the last one, if others are playing.
PATIENCE = 2
RECENT = 5
RANK_COST, RECENT_COST = 1000, 3000


@dataclass(frozen=True)
class Waiting:
    """A player who waits for a match: the rank in the table from 1, and the opponents so far, the last one first."""

    player: int
    rating: int
    rank: int
    opponents: tuple[int, ...] = ()
    # Waves without a match since the last one.
    waited: int = 0
    # How often the player was first more than second.
    balance: int = 0


@dataclass(frozen=True)
class Score:
    """A player's matches in the order of their ends: points of each as counted, sum, wins, and the running streak."""

    counted: tuple[int, ...] = field(default=())
    points: int = 0
    wins: int = 0
    on_fire: bool = False


@dataclass(frozen=True)
class Row:
    """A line of the table. Who has the same points and wins shares the place."""

    player: int
    place: int
    score: Score


def score(results: Iterable[int]) -> Score:
    """Return what these results (2, 1 or 0 points of a match) count: twice after two wins, until a match is not won.

    This is the rule of lichess' arenas: 2, 2, 4, 4 for four wins.
    """
    counted: list[int] = []
    streak = wins = 0
    for points in results:
        counted.append(points * 2 if streak >= 2 else points)
        streak = streak + 1 if points == WIN else 0
        wins += points == WIN
    return Score(tuple(counted), sum(counted), wins, streak >= 2)


def table(results: dict[int, Sequence[int]]) -> tuple[Row, ...]:
    """Return the table of the players, from the results of each in order: by points, then by wins, equals by id."""
    scores = {player: score(points) for player, points in results.items()}
    keys = {player: (-one.points, -one.wins) for player, one in scores.items()}
    order = sorted(scores, key=lambda player: (keys[player], player))
    places: dict[tuple[int, int], int] = {}
    for place, player in enumerate(order, 1):
        places.setdefault(keys[player], place)
    return tuple(Row(player, places[keys[player]], scores[player]) for player in order)


def wave(waiting: Iterable[Waiting], playing: int, seed: bytes, number: int) -> tuple[Pair, ...]:
    """Return the pairs of wave `number`, from 1; who is in none of them waits for the next one.

    `playing` is how many players are in a match now. A second match against the last opponent is left out while others
    may come: until one of the two has waited for `PATIENCE` waves, or at once if no match is running.
    """
    lots = by_lot((one.player for one in waiting), seed, number)
    order = sorted(waiting, key=lambda one: (one.rank, lots[one.player]))
    lot = SeededRandom(seed, number)
    pairs: list[Pair] = []
    for group in _groups(order):
        players = {one.player: one for one in group}
        costs: dict[Edge, tuple[int, int]] = {}
        longest = max(one.waited for one in group)
        for index, one in enumerate(group):
            for other in group[index + 1 :]:
                if playing and _is_too_soon(one, other):
                    continue
                edge = (min(one.player, other.player), max(one.player, other.player))
                costs[edge] = (2 * longest - one.waited - other.waited, _cost(one, other))
        pairs += [_seated(players[one], players[other], lot) for one, other in cheapest(costs, lot)]
    return tuple(pairs)


def _groups(order: Sequence[Waiting]) -> Iterable[Sequence[Waiting]]:
    """Yield neighbours in groups of even size, of which the last may be odd."""
    count = -(-len(order) // GROUP)
    size = 2 * -(-len(order) // (2 * count)) if count else 0
    for start in range(0, len(order), size or 1):
        yield order[start : start + size]


def _is_too_soon(one: Waiting, other: Waiting) -> bool:
    met_last = one.opponents[:1] == (other.player,) or other.opponents[:1] == (one.player,)
    return met_last and max(one.waited, other.waited) < PATIENCE


def _cost(one: Waiting, other: Waiting) -> int:
    again = sum(
        RECENT - place
        for player, opponents in ((one.player, other.opponents), (other.player, one.opponents))
        for place, opponent in enumerate(opponents[:RECENT])
        if opponent == player
    )
    return RANK_COST * abs(one.rank - other.rank) + abs(one.rating - other.rating) + RECENT_COST * again


def _seated(one: Waiting, other: Waiting, lot: SeededRandom) -> Pair:
    first, second = sorted((one, other), key=lambda player: player.balance)
    if first.balance == second.balance and lot.below(2):
        first, second = second, first
    return Pair(first.player, second.player)
