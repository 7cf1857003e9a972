"""The Swiss: each round pairs players with the same points who have not met; no one is out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.events.course import Numbered
from games.events.field import Field, entrants
from games.events.formats.rounds import RoundFormat
from games.events.models import Event
from games.events.pairing import standings, swiss


def table_of(field: Field) -> Sequence[standings.Row]:
    """Return the table as it stands."""
    return standings.table(field.entries, field.results, placeless=field.removed)


class Swiss(RoundFormat):
    """A Swiss system."""

    kind = Event.Kind.SWISS

    def rounds(self, event: Event, count: int) -> int:
        """Return the number that the organizer chose, else as many as suit the number of players."""
        return event.rounds or swiss.rounds_for(count)

    def pairs(self, field: Field, number: int) -> Sequence[Numbered]:
        """Return the pairs of a round; none after the last one, or when fewer than two players are in."""
        if number > field.event.rounds or len(field.present) < 2:
            return ()
        pairs = swiss.pair(entrants(field.present), field.results, bytes(field.event.seed), number)
        return list(enumerate(pairs, 1))

    def basis(self, field: Field, number: int) -> Mapping[str, object]:
        """Return who was in, and whose results did not count."""
        players = [[one.player, one.rating] for one in entrants(field.present)]
        return {"entrants": players, "removed": sorted(field.removed)}

    def places(self, field: Field) -> Mapping[int, int | None]:
        """Return the places of the table."""
        return {row.player: row.place for row in table_of(field)}
