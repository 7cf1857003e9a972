"""The table of a round robin or a Swiss system, with the numbers of each step that decides places.

The steps are points, the results among those who have the same points, wins, Buchholz cut 1 and Sonneborn-Berger, with
the names that FIDE's Handbook C.07 gives them. Who is equal in all of them shares the place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from games.events.pairing.values import LOSS, WIN, Result, by_lot


@dataclass(frozen=True)
class Row:
    """A line of the table. `place` is None for those who were struck out, and for computers that take no place."""

    player: int
    place: int | None
    shared: bool
    points: int
    # Points from the matches among those with the same points; None unless each of them has met each other.
    direct: int | None
    wins: int
    # Sum of the opponents' points without the lowest one.
    buchholz: int
    # Sum over the matches of the points won in it times the opponent's points, so four times FIDE's number.
    sonneborn_berger: int
    # Matches that the player took part in, without byes and those missed by either side.
    played: int

    @property
    def key(self) -> tuple[int, int, int, int, int]:
        """Orders the rows, the best first."""
        return (-self.points, -(self.direct or 0), -self.wins, -self.buchholz, -self.sonneborn_berger)


@dataclass(frozen=True)
class Kept:
    """What remains of a round robin: the results that count, and who is struck out."""

    results: tuple[Result, ...]
    struck: frozenset[int]


def strike_out(players: Iterable[int], results: Sequence[Result]) -> Kept:
    """Return the results of a round robin without those of players who missed more than half of their matches.

    The half is counted of the matches that were dealt, so it is not changed by others who are struck out. Who has
    played half or more stays, and has lost the matches missed. The matches that a player leaves open by going away are
    results too: `round_robin.missed`.
    """
    everyone = set(players)
    missed = Counter(player for result in results for player in result.absent)
    struck = frozenset(player for player in everyone if 2 * missed[player] > len(everyone) - 1)
    return Kept(tuple(result for result in results if not result.players & struck), struck)


def may_be_struck(players: Iterable[int], results: Sequence[Result]) -> frozenset[int]:
    """Return those who would be struck out if they missed all their open matches."""
    everyone = set(players)
    done = Counter(player for result in results for player in result.players - set(result.absent))
    return frozenset(player for player in everyone if 2 * done[player] < len(everyone) - 1)


def table(
    players: Iterable[int],
    results: Sequence[Result],
    struck: Collection[int] = (),
    placeless: Collection[int] = (),
) -> tuple[Row, ...]:
    """Return the table, the best first, equals by id; those struck out come last.

    `placeless` are computers that fill a division: results against them count, but they have no place. Results of
    those in `struck` are left out.
    """
    everyone = sorted(players)
    counted = [result for result in results if not result.players & set(struck)]
    by_player: defaultdict[int, list[Result]] = defaultdict(list)
    points: Counter[int] = Counter()
    for result in counted:
        for player in result.players:
            by_player[player].append(result)
            points[player] += result.points(player)
    without = {*struck, *placeless}
    direct = _direct([player for player in everyone if player not in without], points, by_player)
    rows = [_row(player, by_player[player], points, direct.get(player)) for player in everyone]
    rows.sort(key=lambda row: (row.player in struck, row.key, row.player))
    placed = [row for row in rows if row.player not in without]
    counts = Counter(row.key for row in placed)
    first: dict[tuple[int, ...], int] = {}
    for place, row in enumerate(placed, 1):
        first.setdefault(row.key, place)
    having_place = {row.player for row in placed}
    return tuple(
        replace(row, place=first[row.key], shared=counts[row.key] > 1) if row.player in having_place else row
        for row in rows
    )


def order(rows: Iterable[Row], seed: bytes) -> tuple[int, ...]:
    """Return the players with a place from the best to the last, equals by lot, for promotion and relegation."""
    placed = {row.player: row.place for row in rows if row.place is not None}
    lots = by_lot(placed, seed)
    return tuple(sorted(placed, key=lambda player: (placed[player], lots[player])))


def _direct(players: Iterable[int], points: Counter[int], by_player: dict[int, list[Result]]) -> dict[int, int]:
    """Return the points among those with the same points, for each group in which all have met."""
    groups: defaultdict[int, set[int]] = defaultdict(set)
    for player in players:
        groups[points[player]].add(player)
    direct = {}
    for group in groups.values():
        among = {player: [one for one in by_player[player] if one.opponent(player) in group] for player in group}
        if len(group) > 1 and all(
            {one.opponent(player) for one in matches} == group - {player} for player, matches in among.items()
        ):
            direct.update({player: sum(one.points(player) for one in among[player]) for player in group})
    return direct


def _row(player: int, results: Sequence[Result], points: Counter[int], direct: int | None) -> Row:
    # FIDE's virtual opponent: a bye counts as a match against a player with as many points.
    against = [
        (result.points(player), points[player if (other := result.opponent(player)) is None else other])
        for result in results
    ]
    opponents = sorted(strength for _won, strength in against)
    return Row(
        player,
        None,
        False,
        points[player],
        direct,
        sum(result.second is not None and result.points(player) == WIN for result in results),
        sum(opponents[1:]),
        sum(won * strength for won, strength in against if won != LOSS),
        sum(result.second is not None and not result.absent for result in results),
    )
