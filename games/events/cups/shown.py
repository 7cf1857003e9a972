"""Cups as their pages show them: read once for each version of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from threading import Lock

from cachetools import LRUCache

from accounts.models import User
from games.events.divisions import Line, final
from games.events.field import Field
from games.events.formats import arena, knockout, robin, swiss, teams
from games.events.models import Entry, Event, Pairing, Round
from games.events.pairing.arena import Row as ArenaRow
from games.events.pairing.knockout import Side, Slot, Tie
from games.events.pairing.standings import Row

KEPT = 32  # cups that a process keeps as last read
SHOWN = 50  # lines of the table of a running arena, and matches to watch
STREAK = 12  # last matches of a line of an arena


@dataclass(frozen=True)
class ArenaLine:
    """A line of an arena's table: the entry, its place and score, and what its last matches counted."""

    entry: Entry
    row: ArenaRow

    @property
    def counted(self) -> Sequence[int]:
        """What the last matches counted."""
        return self.row.score.counted[-STREAK:]


@dataclass(frozen=True)
class TieView:
    """A tie of a knock-out: its sides, who has won, and its pairings."""

    sides: tuple[Entry | None, Entry | None]
    winner: Entry | None
    pairings: Sequence[Pairing]


@dataclass(frozen=True)
class Board:
    """A board of a team match: the players of the first side and of the other one, and once it has begun the pairing.

    Before, one of them may lack an opponent.
    """

    number: int
    home: Entry | None
    away: Entry | None
    pairing: Pairing | None = None

    @property
    def score(self) -> str:
        """The points of both; empty while it is open."""
        if self.pairing is None:
            return ""
        points = self.pairing.points if self.home == self.pairing.first else self.pairing.points[::-1]
        return " : ".join(map(halved, points)) if self.pairing.is_decided else ""


def halved(points: int) -> str:
    """Return half points as a number of points, such as ½ or 7½."""
    whole, half = divmod(points, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


class Cup:
    """A cup as its page shows it."""

    def __init__(self, event: Event) -> None:
        """Read the event."""
        self.event, self.field = event, Field.read(event)

    @cached_property
    def by_player(self) -> dict[int, Entry]:
        """The entries by player."""
        return {entry.player_id: entry for entry in self.field.entries.values()}

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The table of a Swiss or a round robin."""
        rows: Sequence[Row] = (swiss if self.event.kind == Event.Kind.SWISS else robin).table_of(self.field)
        lines = [Line(self.field.entries[row.player], row, None) for row in rows]
        return final(lines) if self.event.state == Event.State.OVER else lines

    @cached_property
    def arena_lines(self) -> Sequence[ArenaLine]:
        """The table of an arena; once it is over without those who never came."""
        rows = [row for row in arena.table_of(self.field) if row.score.counted or not self.event.is_over]
        return [ArenaLine(self.field.entries[row.player], row) for row in rows]

    @property
    def top(self) -> Sequence[ArenaLine]:
        """The best lines of an arena; all once it is over."""
        return self.arena_lines if self.event.is_over else self.arena_lines[:SHOWN]

    @cached_property
    def rounds(self) -> Sequence[tuple[Round, Sequence[Pairing]]]:
        """The rounds with their pairings, the last one first."""
        return [(one, self.field.in_round(one)) for one in reversed(self.field.rounds)]

    @cached_property
    def bracket(self) -> Sequence[Sequence[TieView]]:
        """The ties of a knock-out by round."""
        return [[self._tie(number, tie) for tie in ties] for number, ties in enumerate(self._ties(), 1)]

    @cached_property
    def boards(self) -> Sequence[Board]:
        """The boards of a team match; before it begins as they would be by the ratings at entry."""
        if not self.field.rounds:
            sides = (sorted(side, key=lambda one: (-one.rating, one.pk)) for side in teams.players_of(self.field))
            return [Board(number, home, away) for number, (home, away) in enumerate(zip_longest(*sides), 1)]
        inviting = self.event.sides[0]
        pairs = [(one, one.first, one.second) for one in self.field.pairings if one.second]
        return [
            Board(one.number, first, second, one) if first.side == inviting else Board(one.number, second, first, one)
            for one, first, second in pairs
        ]

    @property
    def reserves(self) -> Sequence[Entry]:
        """The players of a team match that has begun who have no board."""
        return [one for one in self.field.present if self.field.rounds and one.pk not in self.field.by_entry]

    @property
    def team_sums(self) -> tuple[str, str]:
        """The sums of a team match."""
        home, away = teams.sums_of(self.field)
        return halved(home), halved(away)

    @property
    def watched(self) -> Sequence[Pairing]:
        """The matches that are being played; of an arena that is over its last ones."""
        if self.event.is_over:
            return [one for one in reversed(self.field.pairings) if one.match_id][:SHOWN]
        return [pairing for pairing in self.field.open_pairings if pairing.match_id][:SHOWN]

    def entry_of(self, viewer: User | None) -> Entry | None:
        """Return the entry of a viewer."""
        return self.by_player.get(viewer.pk) if viewer else None

    def open_of(self, entry: Entry) -> list[Pairing]:
        """Return the pairings of an entry that are being played."""
        return [one for one in self.field.by_entry.get(entry.pk, ()) if not one.is_decided and one.match_id]

    def bye_of(self, entry: Entry) -> bool:
        """Return whether the entry has a bye in the present round."""
        latest = self.field.latest
        theirs = self.field.by_entry.get(entry.pk, ())
        return any(one.second_id is None and latest is not None and one.round_id == latest.pk for one in theirs)

    def _ties(self) -> Sequence[Sequence[Tie]]:
        return knockout.bracket_of(self.field).rounds

    def _tie(self, number: int, tie: Tie) -> TieView:
        pairings = [
            one
            for one in self.field.pairings
            if one.round.number == number and one.number % knockout.AGAIN == tie.index + 1
        ]
        return TieView((self._entry(tie.first), self._entry(tie.second)), self._entry(tie.winner), pairings)

    def _entry(self, side: Side) -> Entry | None:
        return None if isinstance(side, Slot) else self.field.entries[side]


_cups: LRUCache[tuple[str, int], Cup] = LRUCache(KEPT)
_lock = Lock()


def cup_of(event: Event) -> Cup:
    """Return the cup as it is in this version of its event, or newer."""
    key = event.pk, event.version
    with _lock:
        cup = _cups.get(key)
    if cup is None:
        cup = Cup(event)
        with _lock:
            _cups[key] = cup
    return cup
