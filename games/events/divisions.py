"""The divisions of a league's season as they stand: results, who is struck out, possible places, and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations

from games.events.field import Field, in_round_robin, result_of
from games.events.models import Division, Entry, Event, Pairing
from games.events.pairing import bounds, standings
from games.events.pairing.bounds import Bounds
from games.events.pairing.divisions import moving
from games.events.pairing.standings import Row
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
    def placeless(self) -> tuple[int, ...]:
        """The entries that have no place, and whose results count: computers, and who was removed afterwards."""
        return *self.computers, *(entry.pk for entry in self.entries if entry.removed_later)

    @cached_property
    def removed(self) -> frozenset[int]:
        """The entries whose accounts staff have closed: they are struck out however much they have played."""
        removed = (entry for entry in self.entries if entry.state == Entry.State.REMOVED)
        return frozenset(entry.pk for entry in removed if not entry.removed_later)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """The results as they count for places; those of computers among each other are draws."""
        decided = [result for result in map(result_of, self.pairings) if result]
        among_computers = [Result(one, other, DRAW, DRAW) for one, other in combinations(self.computers, 2)]
        return (*map(in_round_robin, decided), *among_computers)

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
    def rows(self) -> Sequence[Row]:
        """The table, the best first; those struck out come last."""
        keys = [entry.pk for entry in self.entries]
        return standings.table(keys, self.kept.results, self.struck, self.placeless)

    @cached_property
    def possible(self) -> dict[int, Bounds]:
        """The places that each entry can still reach."""
        keys = tuple(sorted(entry.pk for entry in self.entries if entry.pk not in self.removed))
        results = tuple(one for one in self.results if not one.players & self.removed)
        return _bounds(keys, results, self.computers)


@lru_cache(maxsize=KEPT)
def _bounds(players: tuple[int, ...], results: tuple[Result, ...], computers: tuple[int, ...]) -> dict[int, Bounds]:
    return bounds.bounds(players, results, computers)


def groups_of(field: Field) -> list[Group]:
    """Return the divisions of a season, the highest first."""
    groups = []
    for division in field.event.divisions.order_by("number"):
        entries = [entry for entry in field.entries.values() if entry.division_id == division.pk]
        pairings = [pairing for pairing in field.pairings if pairing.division_id == division.pk]
        groups.append(Group(division, entries, pairings))
    return groups


@dataclass(frozen=True)
class Line:
    """A line of a table: the entry, its numbers, the places that it can still reach, and what is sure of it."""

    entry: Entry
    row: Row
    bounds: Bounds | None
    rises: str = ""  # "sure", "never", or "" where it is open
    falls: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether only one place is possible."""
        return self.bounds is not None and self.bounds.best == self.bounds.worst

    @property
    def points(self) -> str:
        """The points as players count them: a win is one."""
        return half(self.row.points)

    @property
    def direct(self) -> str:
        """The points among those with equal points."""
        return "–" if self.row.direct is None else half(self.row.direct)

    @property
    def buchholz(self) -> str:
        """The sum of the opponents' points without the lowest."""
        return half(self.row.buchholz)

    @property
    def sonneborn_berger(self) -> str:
        """The points of the opponents, as often as points were won from them."""
        whole, rest = divmod(self.row.sonneborn_berger, 4)
        return f"{whole or ''}{('', '¼', '½', '¾')[rest]}" or "0"


@dataclass(frozen=True)
class DivisionTable:
    """A division: how many move, its lines, and its pairings."""

    number: int
    movers: int
    goes_up: bool
    goes_down: bool
    lines: Sequence[Line]
    pairings: Sequence[Pairing]
    is_running: bool


def half(points: int) -> str:
    """Return half points as a number with halves."""
    whole, rest = divmod(points, 2)
    return f"{whole or ''}{'½' if rest else ''}" or "0"


def division_tables(event: Event) -> list[DivisionTable]:
    """Return the tables of all divisions of a season, the highest first."""
    groups = groups_of(Field.read(event))
    return [_table(group, len(groups), is_running=event.state == Event.State.RUNNING) for group in groups]


def _table(group: Group, count: int, *, is_running: bool) -> DivisionTable:
    entries = {entry.pk: entry for entry in group.entries}
    number = group.division.number
    placed = sum(row.place is not None for row in group.rows)
    movers = moving(placed)
    goes_up, goes_down = number > 1, number < count
    possible = group.possible if is_running else {}
    lines = []
    for row in group.rows:
        bound = possible.get(row.player)
        rises = falls = ""
        if bound and goes_up:
            rises = "sure" if bound.is_within(movers) else "never" if bound.is_beyond(movers) else ""
        if bound and goes_down:
            falls = "sure" if bound.is_beyond(placed - movers) else "never" if bound.is_within(placed - movers) else ""
        lines.append(Line(entries[row.player], row, bound, rises, falls))
    lines.sort(key=lambda line: line.entry.player.is_computer)  # which take no place
    lines = lines if is_running else final(lines)
    return DivisionTable(number, movers, goes_up, goes_down, lines, group.pairings, is_running)


def final(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a table that is over with the places that were given, and that have moved up since."""
    ended = [replace(line, row=replace(line.row, place=line.entry.place)) for line in lines]
    return sorted(ended, key=lambda line: (line.row.place is None, line.row.place or 0))
