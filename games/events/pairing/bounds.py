"""What place each player of a round robin can still reach, proved from points alone.

A bound is true whatever happens in the open matches, and as results come in it only gets narrower. Places among equal
points are left open until all is played: the best place assumes that the player is ahead of all equals, the worst that
the player is behind them. While a player may still be struck out, it is left open as well whether results against this
player count, and the player's own worst place is the last one.

Which players can all stay at or below a number of points, while each open match between them hands out two, is a
question of flow. It has the answer yes if and only if no set of them has more to share among themselves than room for
it (max-flow min-cut; for league tables Schwartz 1966). In tables of up to `EXACT` players all sets are tried, so for
points the bound is the best possible one. In larger ones only single players are, so the bound is weaker, and true.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.events.pairing.round_robin import open_pairs
from games.events.pairing.standings import may_be_struck, strike_out, table
from games.events.pairing.values import WIN, Result

EXACT = 12


@dataclass(frozen=True)
class Bounds:
    """The best and the worst place that is still possible, both counted from 1."""

    best: int
    worst: int

    def is_within(self, places: int) -> bool:
        """Return whether a place among the first `places` is sure."""
        return self.worst <= places

    def is_beyond(self, places: int) -> bool:
        """Return whether a place among the first `places` is impossible."""
        return self.best > places


def bounds(players: Iterable[int], results: Sequence[Result], placeless: Collection[int] = ()) -> dict[int, Bounds]:
    """Return the bounds of each player who can still have a place.

    `players` are all for whom the round robin was dealt, `results` all results so far; who is struck out by them has no
    bounds. `placeless` are computers, which take no place. Open matches give two points in all, missed ones too
    (`round_robin.missed`).
    """
    dealt = sorted(players)
    kept = strike_out(dealt, results)
    remaining = [player for player in dealt if player not in kept.struck]
    uncertain = may_be_struck(dealt, results) - kept.struck
    placed = [player for player in remaining if player not in placeless]
    still_open = open_pairs(remaining, kept.results)
    # A match against one who is struck out may be the one by which another is struck out as well.
    if not still_open and not uncertain:
        rows = table(remaining, kept.results, placeless=placeless)
        shared = Counter(row.place for row in rows)
        # A lot decides among those who share a place where only some of them go up or down.
        return {
            row.player: Bounds(row.place, row.place + shared[row.place] - 1) for row in rows if row.place is not None
        }
    most: Counter[int] = Counter()
    sure: Counter[int] = Counter()
    for result in kept.results:
        for player in result.players:
            most[player] += result.points(player)
            if not result.players & uncertain - {player}:
                sure[player] += result.points(player)
    opponents: defaultdict[int, set[int]] = defaultdict(set)
    for pair in still_open:
        for player in pair.players:
            opponents[player] |= pair.players - {player}
    is_exact = len(dealt) <= EXACT
    last = sum(player not in placeless for player in dealt)
    bound = {}
    for player in placed:
        others = [other for other in placed if other != player]
        # At best the player wins all open matches, and those who may be struck out are not in the way: how many of the
        # others can stay at or below these points?
        highest = most[player] + WIN * len(opponents[player])
        rivals = {other: highest - sure[other] for other in others if other not in uncertain}
        below = _most_at_once(rivals, opponents, is_exact)
        # At worst the player loses all of them, and points won against those who may be struck out do not count: how
        # many can reach the rest? Seen from what they can reach at most, that is the same question.
        reach = {other: most[other] + WIN * len(opponents[other]) - sure[player] for other in others}
        level = _most_at_once(reach, opponents, is_exact)
        worst = last if player in uncertain else 1 + level
        bound[player] = Bounds(1 + len(rivals) - below, worst)
    return bound


def _most_at_once(spare: Mapping[int, int], opponents: Mapping[int, set[int]], is_exact: bool) -> int:
    """Return how many players at most can share out the points of their open matches within what each has to spare.

    For points to be won, `spare` is the room up to a limit. For points to be given away, it is what a player may lose
    and still reach the limit. A set of players is possible if in each of its subsets the matches among themselves have
    no more points than there is to spare. If not `is_exact`, only single ones are tried, so the answer may be too high.
    """
    possible = {player for player, points in spare.items() if points >= 0}
    if not is_exact:
        return len(possible)
    # Who has as much to spare as the own matches have points is never in the way.
    contested = set(possible)
    while free := {one for one in contested if spare[one] >= WIN * len(opponents[one] & contested)}:
        contested -= free
    order = sorted(contested)
    masks = [sum(1 << place for place, other in enumerate(order) if other in opponents[one]) for one in order]
    excess = [0] * (1 << len(order))
    is_possible = bytearray([1]) * len(excess)
    largest = 0
    for subset in range(1, len(excess)):
        place = subset.bit_length() - 1
        rest = subset ^ 1 << place
        excess[subset] = excess[rest] + WIN * (masks[place] & rest).bit_count() - spare[order[place]]
        is_possible[subset] = excess[subset] <= 0 and all(
            is_possible[subset ^ 1 << one] for one in range(place + 1) if subset >> one & 1
        )
        if is_possible[subset]:
            largest = max(largest, subset.bit_count())
    return len(possible) - len(order) + largest
