"""A third kind of time control, to show what a new kind needs: byo-yomi, as Go is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from games.matches.time.control import MINUTE, SECOND, LiveControl, StoredTime, format_duration, parse_duration

PERIODS = 3


@dataclass(frozen=True)
class ByoYomi(LiveControl):
    """Main time, then three periods: a move within a period does not use it up.

    The clock holds main time and periods together, so that it shows when a player loses on time.
    """

    kind = "byo-yomi"

    period: timedelta

    @classmethod
    def of(cls, *, minutes: int, period: int) -> Self:
        """Return a clock of so many minutes of main time and periods of so many seconds."""
        return cls(minutes * MINUTE + PERIODS * period * SECOND, period * SECOND)

    @classmethod
    def from_stored(cls, stored: StoredTime) -> Self:
        """Return the time control that the columns hold."""
        return cls(stored.pace, stored.increment or SECOND)

    @classmethod
    def from_file_code(cls, text: str) -> Self | None:
        """Return the time control of a code such as `10m/30s`."""
        main, slash, period = text.partition("/")
        if not slash:
            return None
        return cls(parse_duration(main) + PERIODS * parse_duration(period), parse_duration(period))

    @property
    def stored(self) -> StoredTime:
        """The columns that hold it."""
        return StoredTime(self.kind, self.initial, self.period, rests=False)

    @property
    def main(self) -> timedelta:
        """The time before the first period."""
        return self.initial - PERIODS * self.period

    @property
    def file_code(self) -> str:
        """Main time and period."""
        return f"{format_duration(self.main)}/{format_duration(self.period)}"

    @property
    def code(self) -> str:
        """Minutes, and seconds of a period."""
        return f"{self.main // MINUTE}/{self.period // SECOND}"

    @property
    def name(self) -> str:
        """Main time and periods."""
        return f"live, {self.main // MINUTE} min + {PERIODS} x {self.period // SECOND} s"

    @property
    def most_added(self) -> timedelta:
        """A whole period."""
        return self.period

    def after_move(self, left: timedelta, spent: timedelta) -> timedelta:
        """Return main time and whole periods that are left; the period that has begun is given back."""
        remaining = left - spent
        if remaining >= PERIODS * self.period:
            return remaining
        return max(-(-remaining // self.period), 0) * self.period
