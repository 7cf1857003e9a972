"""The two seats of a match."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """The seat of a player. `FIRST` makes the first move of a match."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    @property
    def index(self) -> int:
        """The index of this seat in a pair such as `Position.scores`: 0 or 1."""
        return self - 1

    def put(self, pair: tuple[T, T], value: T) -> tuple[T, T]:
        """Return the pair with this seat's value replaced."""
        return (value, pair[1]) if self is Seat.FIRST else (pair[0], value)
