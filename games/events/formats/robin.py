"""The round robin: all play all once, and all matches begin on the first day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.events.course import begin, call, close_round, finish, judge, open_round, remind, start, walk_over
from games.events.field import Field, in_round_robin, takes_part
from games.events.formats import Format
from games.events.models import Entry, Event
from games.events.pairing import round_robin, standings
from games.events.pairing.standings import Kept


def kept_of(field: Field) -> Kept:
    """Return the results that count, and who is struck out for having missed more than half of the matches."""
    return standings.strike_out(players_of(field), [in_round_robin(result) for result in field.results])


def players_of(field: Field) -> Sequence[int]:
    """Return the entries that were dealt matches; before the beginning all that are in."""
    dealt = {entry for pairing in field.pairings for entry in (pairing.first_id, pairing.second_id) if entry}
    return sorted(dealt or [entry.pk for entry in field.present])


def table_of(field: Field) -> Sequence[standings.Row]:
    """Return the table as it stands. Who has left and missed too much is struck out at once, all others at the end."""
    kept = kept_of(field)
    return standings.table(players_of(field), kept.results, kept.struck, field.removed)


class Robin(Format):
    """A round robin in one group."""

    kind = Event.Kind.ROBIN

    def run(self, event: Event, now: datetime) -> datetime | None:
        """Deal all matches, decide those of players who have left and at the end all, or end the event."""
        if event.state == Event.State.OPEN:
            if now < event.starts_at:
                return call(event, now)
            field = Field.read(event)
            if not begin(event, now, field.present):
                return None
            self._deal(field, now)
        field = Field.read(event)
        is_over = event.ends_at is not None and event.ends_at <= now
        for pairing in field.open_pairings:
            if absent := [entry for entry in pairing.entries if not takes_part(entry)]:
                walk_over(event, pairing, absent)
            elif is_over:
                judge(event, pairing)
        if field.open_pairings:
            return min(filter(None, [event.ends_at, remind(field, field.rounds[0], now)]), default=None)
        for round_ in field.rounds:
            close_round(round_, now)
        self._end(field, now)
        return None

    def _deal(self, field: Field, now: datetime) -> None:
        players = [entry.pk for entry in field.present]
        rounds = round_robin.pairs(players, bytes(field.event.seed))
        for number, pairs in enumerate(rounds, 1):
            round_ = open_round(field.event, number, now, {"players": players} if number == 1 else {})
            start(field, round_, list(enumerate(pairs, 1)))
        field.event.rounds = len(rounds)
        field.event.save(update_fields=["rounds"])

    def _end(self, field: Field, now: datetime) -> None:
        struck = kept_of(field).struck - field.removed
        for key in struck:
            field.entries[key].state = Entry.State.STRUCK
        finish(field, {row.player: row.place for row in table_of(field)}, now)
