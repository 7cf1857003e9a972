"""The two seats at a board."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


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

    def put(self, pair: tuple[T, T], value: T) -> tuple[T, T]:
        """The pair with this seat's value instead of the old one."""
        return (value, pair[1]) if self is Seat.FIRST else (pair[0], value)
