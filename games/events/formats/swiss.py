"""The Swiss: each round pairs players with the same points who have not met; no one is out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from games.events.course import Numbered
from games.events.field import Field, entrants
from games.events.formats.rounds import RoundFormat
from games.events.models import Event
from games.events.pairing import standings, swiss
from games.events.pairing.values import Entrant, Pair, Result
from games.workers import NotDone, begin_promptly

KEPT = 8  # prepared rounds
LONGEST = 20.0  # seconds of CPU; for 500 players it is two


def table_of(field: Field) -> Sequence[standings.Row]:
    """Return the table as it stands."""
    return standings.table(field.entries, field.results, placeless=field.removed)


class Swiss(RoundFormat):
    """A Swiss system."""

    kind = Event.Kind.SWISS

    def __init__(self) -> None:
        self._prepared: dict[Hashable, tuple[Pair, ...]] = {}  # pairs by what they follow from

    def rounds(self, event: Event, count: int) -> int:
        """Return the number that the organizer chose, else as many as suit the number of players."""
        return event.rounds or swiss.rounds_for(count)

    def prepare_pairs(self, field: Field, number: int) -> None:
        """Have a worker find the pairs of a round: of hundreds of players that takes seconds, and all threads wait."""
        if number <= field.event.rounds:
            inputs = _inputs(field, number)
            try:
                self._prepared[inputs] = begin_promptly(LONGEST, swiss.pair, *inputs).result()
            except NotDone:
                return
            while len(self._prepared) > KEPT:
                self._prepared.pop(next(iter(self._prepared)))

    def pairs(self, field: Field, number: int) -> Sequence[Numbered]:
        """Return the pairs of a round; none after the last one, or when fewer than two players are in."""
        if number > field.event.rounds or len(field.present) < 2:
            return ()
        inputs = _inputs(field, number)
        return list(enumerate(self._prepared.pop(inputs, ()) or swiss.pair(*inputs), 1))

    def basis(self, field: Field, number: int) -> Mapping[str, object]:
        """Return who was in, and whose results did not count."""
        players = [[one.player, one.rating] for one in entrants(field.present)]
        return {"entrants": players, "removed": sorted(field.removed)}

    def places(self, field: Field) -> Mapping[int, int | None]:
        """Return the places of the table."""
        return {row.player: row.place for row in table_of(field)}


def _inputs(field: Field, number: int) -> tuple[tuple[Entrant, ...], tuple[Result, ...], bytes, int]:
    return tuple(entrants(field.present)), field.results, bytes(field.event.seed), number
