"""What knock-outs and Swiss have in common: a round is paired when the one before it has ended."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime

from games.events.course import Numbered, begin, call, close_round, finish, open_round, remind, settle, start
from games.events.field import Field
from games.events.formats import Format
from games.events.models import Event


class RoundFormat(Format):
    """Rounds that follow each other. A round ends with the last match of players who are in, or at its end.

    The beginning and the end of each round are steps of their own, so that the next pairs are prepared in between.
    """

    def prepare(self, event: Event) -> None:
        """Find the pairs of the next round, if all rounds before it are closed."""
        if not event.played_rounds.filter(closed_at=None).exists():
            field = Field.read(event)
            self.prepare_pairs(field, len(field.rounds) + 1)

    def run(self, event: Event, now: datetime) -> datetime | None:
        """Begin the event, close the round, pair the next one, or end the event: whatever is due."""
        if event.state == Event.State.OPEN:
            if now < event.starts_at:
                return call(event, now)
            present = Field.read(event).present
            event.rounds = self.rounds(event, len(present))
            return now if begin(event, now, present) else None
        while True:
            field = Field.read(event)
            latest = field.latest
            if latest and latest.closed_at is None:
                settle(field, latest, now)
                is_over = latest.ends_at is not None and latest.ends_at <= now
                if again := self.again(field, latest.number):
                    start(field, latest, again, is_over=is_over)
                elif any(not pairing.is_decided for pairing in field.in_round(latest)):
                    return min(filter(None, [latest.ends_at, remind(field, latest, now)]), default=None)
                else:
                    close_round(latest, now)
                    return now
                continue
            number = latest.number + 1 if latest else 1
            pairs = self.pairs(field, number)
            if not pairs:
                finish(field, self.places(field), now)
                return None
            start(field, open_round(event, number, now, self.basis(field, number)), pairs)

    @abstractmethod
    def rounds(self, event: Event, count: int) -> int:
        """Return how many rounds an event with this number of players has."""

    @abstractmethod
    def pairs(self, field: Field, number: int) -> Sequence[Numbered]:
        """Return the pairings of a new round; none when the event is over."""

    def prepare_pairs(self, field: Field, number: int) -> None:
        """Find the pairings of a new round, where that takes long."""

    def again(self, field: Field, number: int) -> Sequence[Numbered]:
        """Return further pairings that the results of the open round ask for."""
        return ()

    @abstractmethod
    def basis(self, field: Field, number: int) -> Mapping[str, object]:
        """Return what the round is paired from, to be published."""

    @abstractmethod
    def places(self, field: Field) -> Mapping[int, int | None]:
        """Return the final places."""
