"""An example of a kind of time control that no site has, to show what a new kind requires: periods as in Go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from games.matches.time.control import MINUTE, SECOND, LiveControl, format_duration, parse_duration

PERIODS = 3


@dataclass(frozen=True)
class ExampleControl(LiveControl):
    """Main time, then three periods: a move within a period does not use it up.

    The clock includes main time and periods, so that it shows when a player loses on time.
    """

    kind = "example"

    increment: timedelta = SECOND  # the length of a period

    @classmethod
    def of(cls, *, minutes: int, period: int) -> Self:
        """Return a time control with main time in minutes and the length of a period in seconds."""
        return cls(minutes * MINUTE + PERIODS * period * SECOND, period * SECOND)

    @classmethod
    def from_file_code(cls, text: str) -> Self | None:
        """Return the time control of a code such as `10m/30s`."""
        main, slash, period = text.partition("/")
        if not slash:
            return None
        return cls(parse_duration(main) + PERIODS * parse_duration(period), parse_duration(period))

    @property
    def main(self) -> timedelta:
        """Return the main time, before the first period."""
        return self.base - PERIODS * self.increment

    @property
    def file_code(self) -> str:
        """Return the main time and the period, such as `10m/30s`."""
        return f"{format_duration(self.main)}/{format_duration(self.increment)}"

    @property
    def code(self) -> str:
        """Return the minutes of main time and the seconds of a period, such as `10/30`."""
        return f"{self.main // MINUTE}/{self.increment // SECOND}"

    @property
    def name(self) -> str:
        """Return the main time and the periods in words."""
        return f"live, {self.main // MINUTE} min + {PERIODS} x {self.increment // SECOND} s"

    def after_move(self, left: timedelta, spent: timedelta) -> timedelta:
        """Return the remaining main time and whole periods; a period that has begun but not run out starts again."""
        remaining = left - spent
        if remaining >= PERIODS * self.increment:
            return remaining
        return max(-(-remaining // self.increment), 0) * self.increment
