"""The team match: two clubs meet once on boards, by rating; the points of all boards are summed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from games.events.course import Numbered, close
from games.events.field import Field, entrants
from games.events.formats.rounds import RoundFormat
from games.events.models import Entry, Event
from games.events.pairing.teams import boards


def sums_of(field: Field) -> tuple[int, int]:
    """Return the half points of the club that invited and of the other one, from the results as they count."""
    sums: dict[str | None, int] = {}
    for result in field.results:
        for player, points in ((result.first, result.first_points), (result.second, result.second_points)):
            if player is not None:
                club = field.entries[player].club_id
                sums[club] = sums.get(club, 0) + points
    return sums.get(field.event.club_id, 0), sums.get(field.event.rival_id, 0)


def _sides(field: Field) -> tuple[list[Entry], list[Entry]]:
    home, away = field.event.club_id, field.event.rival_id
    return [one for one in field.present if one.club_id == home], [one for one in field.present if one.club_id == away]


class Teams(RoundFormat):
    """One round of boards."""

    kind = Event.Kind.TEAM

    def run(self, event: Event, now: datetime) -> datetime | None:
        """Begin the match if both clubs have players, else cancel it; end it when all boards are over."""
        if event.state == Event.State.OPEN and now >= event.starts_at and not all(_sides(Field.read(event))):
            close(event, Event.State.CALLED_OFF, now)
            return None
        return super().run(event, now)

    def rounds(self, event: Event, count: int) -> int:
        """Return 1."""
        return 1

    def pairs(self, field: Field, number: int) -> Sequence[Numbered]:
        """Return the boards."""
        home, away = map(entrants, _sides(field))
        return list(enumerate(boards(home, away, bytes(field.event.seed)), 1)) if number == 1 else ()

    def basis(self, field: Field, number: int) -> Mapping[str, object]:
        """Return who was in for each club."""
        home, away = ([[one.player, one.rating] for one in entrants(side)] for side in _sides(field))
        return {"home": home, "away": away}

    def places(self, field: Field) -> Mapping[int, int | None]:
        """Return the first place for those who have played for the club with more points, or for both."""
        home, away = sums_of(field)
        lost = field.event.rival_id if home > away else field.event.club_id if away > home else None
        played = [entry for entry in field.entries.values() if entry.pk in field.by_entry]
        return {entry.pk: 2 if lost and entry.club_id == lost else 1 for entry in played}
