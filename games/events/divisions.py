"""The divisions of a league's season as they stand: results, who is struck out, the table, and possible places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from games.events.field import Field, result_of
from games.events.models import Division, Entry, Pairing
from games.events.pairing import bounds, round_robin, standings
from games.events.pairing.values import DRAW, Result

KEPT = 200  # divisions whose possible places are kept: they take a tenth of a second


def plays(entry: Entry) -> bool:
    """Return whether the entry still plays its matches."""
    return entry.state in (Entry.State.IN, Entry.State.AWAY) and entry.player.is_active


@dataclass(frozen=True, eq=False)
class Group:
    """A division with its entries and pairings."""

    division: Division
    entries: Sequence[Entry]
    pairings: Sequence[Pairing]

    @cached_property
    def computers(self) -> tuple[int, ...]:
        """The entries of computers, which take no place."""
        return tuple(entry.pk for entry in self.entries if entry.player.is_computer)

    @cached_property
    def removed(self) -> frozenset[int]:
        """The entries whose accounts staff have closed: they are struck out however much they have played."""
        return frozenset(entry.pk for entry in self.entries if entry.state == Entry.State.REMOVED)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """The results as they count for places; those of computers among each other are draws."""
        decided = [result for result in map(result_of, self.pairings) if result]
        among_computers = [Result(one, other, DRAW, DRAW) for one, other in combinations(self.computers, 2)]
        played = [round_robin.missed(one.pair, one.absent, one.number) if one.absent else one for one in decided]
        return (*played, *among_computers)

    @cached_property
    def kept(self) -> standings.Kept:
        """The results that count, and who is struck out for having missed more than half of the matches."""
        kept = standings.strike_out([entry.pk for entry in self.entries], self.results)
        return standings.Kept(tuple(one for one in kept.results if not one.players & self.removed), kept.struck)

    @property
    def struck(self) -> frozenset[int]:
        """The entries that have no place, with all their results."""
        return self.kept.struck | self.removed

    @cached_property
    def rows(self) -> Sequence[standings.Row]:
        """The table, the best first; those struck out come last."""
        keys = [entry.pk for entry in self.entries]
        return standings.table(keys, self.kept.results, self.struck, self.computers)

    @cached_property
    def bounds(self) -> dict[int, bounds.Bounds]:
        """The places that each entry can still reach."""
        keys = tuple(sorted(entry.pk for entry in self.entries if entry.pk not in self.removed))
        results = tuple(one for one in self.results if not one.players & self.removed)
        return _bounds(keys, results, self.computers)


@lru_cache(maxsize=KEPT)
def _bounds(
    players: tuple[int, ...], results: tuple[Result, ...], computers: tuple[int, ...]
) -> dict[int, bounds.Bounds]:
    return bounds.bounds(players, results, computers)


def groups_of(field: Field) -> list[Group]:
    """Return the divisions of a season, the highest first."""
    groups = []
    for division in field.event.divisions.order_by("number"):
        entries = [entry for entry in field.entries.values() if entry.division_id == division.pk]
        pairings = [pairing for pairing in field.pairings if pairing.division_id == division.pk]
        groups.append(Group(division, entries, pairings))
    return groups
