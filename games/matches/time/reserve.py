"""Correspondence with a reserve of time, as leagues are played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from django.utils.translation import gettext

from games.matches.time.control import (
    DURATION,
    HOUR,
    KINDS,
    NOTHING,
    Correspondence,
    format_duration,
    parse_duration,
)


@dataclass(frozen=True)
class Reserve(Correspondence):
    """A fixed time for every move, and for each player a reserve, which longer moves use up: a bank of time.

    It is the `increment`, and takes the place of unplanned vacation.
    """

    kind = "reserve"

    increment: timedelta = NOTHING

    @classmethod
    def of(cls, *, hours: int, reserve: int) -> Self:
        """Return a time control of this many hours for a move and in reserve, with clocks that rest."""
        return cls(hours * HOUR, reserve * HOUR, rests=True)

    @classmethod
    def from_file_code(cls, text: str) -> Self | None:
        """Return the time control of this code, without vacation: files do not say."""
        per_move, comma, reserve = text.partition(",")
        if not (comma and DURATION.fullmatch(per_move) and DURATION.fullmatch(reserve)):
            return None
        return cls(parse_duration(per_move), parse_duration(reserve))

    @property
    def file_code(self) -> str:
        """The time for a move and the reserve, each in its largest whole unit."""
        return f"{format_duration(self.base)},{format_duration(self.increment)}"

    @property
    def code(self) -> str:
        """The hours for a move and of the reserve: `24h,72h`."""
        return f"{self.base // HOUR}h,{self.increment // HOUR}h"

    @property
    def name(self) -> str:
        """The time for a move, and the reserve."""
        both = {"hours": self.base // HOUR, "reserve": self.increment // HOUR}
        return gettext("%(hours)d hours per move and %(reserve)d hours in reserve") % both

    @property
    def brief(self) -> str:
        """The hours for a move and of the reserve."""
        return gettext("%(hours)d h + %(reserve)d h") % {
            "hours": self.base // HOUR,
            "reserve": self.increment // HOUR,
        }

    @property
    def full(self) -> timedelta:
        """The reserve that each player has at first."""
        return self.increment

    def turn_limit(self, left: timedelta | None) -> timedelta:
        """Return the time for a move and what is left of the reserve."""
        return self.base + (self.increment if left is None else left)


KINDS[Reserve.kind] = Reserve
