"""The team match: two sides meet once on boards, by rating; the points of all boards are summed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from games.events.course import Numbered, close
from games.events.field import Field, entrants
from games.events.formats.rounds import RoundFormat
from games.events.models import Entry, Event, Side
from games.events.notices import tell_cancelled
from games.events.pairing.teams import boards


def sums_of(field: Field) -> tuple[int, int]:
    """Return the half points of the first side and of the other one, from the results as they count."""
    sums = dict[Side | None, int]()
    for result in field.results:
        for player, points in ((result.first, result.first_points), (result.second, result.second_points)):
            if player is not None:
                side = field.entries[player].side
                sums[side] = sums.get(side, 0) + points
    home, away = field.event.sides
    return sums.get(home, 0), sums.get(away, 0)


def players_of(field: Field) -> tuple[list[Entry], list[Entry]]:
    """Return the entries of the first side that the round pairs, and those of the other one."""
    home, away = field.event.sides
    return [one for one in field.present if one.side == home], [one for one in field.present if one.side == away]


class Teams(RoundFormat):
    """One round of boards."""

    kind = Event.Kind.TEAM

    def run(self, event: Event, now: datetime) -> datetime | None:
        """Begin the match if both sides have players, else cancel it; end it when all boards are over."""
        if event.state == Event.State.OPEN and now >= event.starts_at and not all(players_of(Field.read(event))):
            close(event, Event.State.CALLED_OFF, now)
            tell_cancelled(event, None)
            return None
        return super().run(event, now)

    def rounds(self, event: Event, count: int) -> int:
        """Return 1."""
        return 1

    def pairs(self, field: Field, number: int) -> Sequence[Numbered]:
        """Return the boards."""
        home, away = map(entrants, players_of(field))
        return list(enumerate(boards(home, away, bytes(field.event.seed)), 1)) if number == 1 else ()

    def basis(self, field: Field, number: int) -> Mapping[str, object]:
        """Return who was in for each side."""
        home, away = ([[one.player, one.rating] for one in entrants(side)] for side in players_of(field))
        return {"home": home, "away": away}

    def places(self, field: Field) -> Mapping[int, int | None]:
        """Return the first place for those who have played for the side with more points, or for both."""
        home, away = sums_of(field)
        lost = None if home == away else field.event.sides[home > away]
        played = [entry for entry in field.entries.values() if entry.pk in field.by_entry]
        return {entry.pk: 2 if lost and entry.side == lost else 1 for entry in played}
