"""The two seats at a board."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    """A place at the board. `FIRST` makes the first move of the match."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Seat:
        """The seat across the board."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    @property
    def index(self) -> int:
        """Where this seat's figure stands in a pair such as `Position.scores`: 0 or 1."""
        return self.value - 1
