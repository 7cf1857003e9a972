"""The tables of a league as its page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.events.divisions import Group, groups_of
from games.events.field import Field
from games.events.models import Entry, Event, Pairing
from games.events.pairing.bounds import Bounds
from games.events.pairing.divisions import moving
from games.events.pairing.standings import Row


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
    possible = group.bounds if is_running else {}
    lines = []
    for row in group.rows:
        bound = possible.get(row.player)
        rises = falls = ""
        if bound and goes_up:
            rises = "sure" if bound.is_within(movers) else "never" if bound.is_beyond(movers) else ""
        if bound and goes_down:
            falls = "sure" if bound.is_beyond(placed - movers) else "never" if bound.is_within(placed - movers) else ""
        lines.append(Line(entries[row.player], row, bound, rises, falls))
    return DivisionTable(number, movers, goes_up, goes_down, lines, group.pairings, is_running)
