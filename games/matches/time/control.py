"""Time controls: how much time the players have, as one value.

A kind of time control is one class, with its arithmetic, codes and names. `KINDS` lists them, and `PRESETS` the time
controls that forms offer.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import ClassVar, NamedTuple, Self

from django.utils.translation import gettext, ngettext

GATHERING = timedelta(minutes=3)  # for both players of a live match to arrive
CALLING = timedelta(minutes=15)  # the same where one was invited and is called: they may be in another app
FIRST_MOVE = timedelta(minutes=1)  # for each player's first move in a live match; the clock does not run meanwhile
GRACE = timedelta(seconds=1)  # for network latency: a move this late is still in time
MORE_DAYS = timedelta(days=1)  # that the opponent may give in correspondence, on top of nights and vacation
MORE_SECONDS = timedelta(seconds=15)  # the same in a live match
PATIENCE = timedelta(hours=12)  # from the beginning of the opponent's turn until a decided match can be claimed
PATIENCE_LIVE = timedelta(seconds=60)  # the same in a live match
MOST_AUTOMATIC_VACATION = timedelta(hours=48)  # for each player in a match
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
NOTHING = timedelta(0)

UNITS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}  # seconds, the largest first
DURATION = re.compile(r"([0-9]{1,8})([dhms])", re.ASCII)


class StoredTime(NamedTuple):
    """The columns of `MatchTerms` that hold a time control."""

    kind: str
    base: timedelta
    increment: timedelta | None
    rests: bool


@dataclass(frozen=True)
class TimeControl(ABC):
    """How much time the players of a match have; what the two durations mean is up to the kind."""

    kind: ClassVar[str]  # as stored, at most 16 characters
    is_live: ClassVar[bool]  # played in one sitting, with both players present; otherwise correspondence
    gift: ClassVar[timedelta] = MORE_DAYS  # how much time a player may give the opponent at once
    patience: ClassVar[timedelta] = PATIENCE  # how long a player waits for a move before the win can be claimed

    base: timedelta
    increment: timedelta | None = None
    rests: bool = False  # whether clocks stand still in their players' nights and vacations

    @staticmethod
    def correspondence(*, days: int, vacation: bool = False) -> Correspondence:
        """Return a time control of this many days a move, with or without nights and vacation."""
        return Correspondence(days * DAY, rests=vacation)

    @staticmethod
    def live(*, minutes: int, increment: int) -> Fischer:
        """Return a time control of this many minutes on each clock, and of this many seconds that each move adds."""
        return Fischer(minutes * MINUTE, increment * SECOND)

    @staticmethod
    def restore(stored: StoredTime) -> TimeControl:
        """Return the time control that these columns hold; an `UnknownControl` if its kind is not installed."""
        kind = KINDS.get(stored.kind)
        return kind(*stored[1:]) if kind else UnknownControl(*stored[1:], stored.kind)

    @staticmethod
    def parse(text: str) -> TimeControl:
        """Return the time control with this `file_code`; raises ValueError."""
        for kind in KINDS.values():
            if (control := kind.from_file_code(text)) is not None:
                return control
        raise ValueError(text)

    @classmethod
    def from_file_code(cls, text: str) -> Self | None:
        """Return the time control of this kind that is written so in a match file; None if it is of another kind."""
        return None

    @property
    def stored(self) -> StoredTime:
        """The columns that hold it."""
        return StoredTime(self.kind, self.base, self.increment, self.rests)

    @property
    @abstractmethod
    def file_code(self) -> str:
        """Its code in match files: `3d` is three days a move, `5m+8s` five minutes plus eight seconds a move."""

    @property
    @abstractmethod
    def code(self) -> str:
        """Its usual short code, in whole days, minutes and seconds: `3d`, `5+8`."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Its name in the active language."""

    @property
    def brief(self) -> str:
        """Its name in a few words, in the active language: `3 days`, `live 5+8`."""
        return self.name

    @property
    def words(self) -> list[str]:
        """Its name and details for players, in the active language."""
        return [self.name]

    @property
    def full(self) -> timedelta | None:
        """What each player's clock or reserve holds at first; None without either."""
        return None

    @property
    def has_unplanned_vacation(self) -> bool:
        """Whether vacation is taken by itself before a player whose clock rests, and who has no reserve, would lose."""
        return self.rests and self.full is None

    def with_vacation(self) -> TimeControl:
        """Return the same with clocks that rest at night and on vacation; unchanged if the kind has no such clocks."""
        return self

    @abstractmethod
    def turn_limit(self, left: timedelta | None) -> timedelta:
        """Return how long a turn may take; `left` is on the player's clock or in the reserve, None without either."""

    def after_move(self, left: timedelta, spent: timedelta) -> timedelta:
        """Return what a clock that held `left` holds after a move that took `spent`."""
        return left


@dataclass(frozen=True)
class Correspondence(TimeControl):
    """A fixed time for every move, in days: `base`."""

    kind = "correspondence"
    is_live = False

    @classmethod
    def from_file_code(cls, text: str) -> Self | None:
        """Return the time control of this code, without vacation: files do not say."""
        return cls(parse_duration(text)) if DURATION.fullmatch(text) else None

    @property
    def file_code(self) -> str:
        """The time for a move in its largest whole unit."""
        return format_duration(self.base)

    @property
    def code(self) -> str:
        """The days for a move: `3d`."""
        return f"{self.base.days}d"

    @property
    def name(self) -> str:
        """The time for a move."""
        return ngettext("%(days)d day per move", "%(days)d days per move", self.base.days) % {"days": self.base.days}

    @property
    def brief(self) -> str:
        """The days for a move."""
        return ngettext("%(days)d day", "%(days)d days", self.base.days) % {"days": self.base.days}

    @property
    def words(self) -> list[str]:
        """The time for a move, and whether clocks rest."""
        if not self.rests:
            return [self.name, gettext("no pauses")]
        if not self.has_unplanned_vacation:
            return [self.name, gettext("clocks pause at night and on planned vacation")]
        most = {"hours": MOST_AUTOMATIC_VACATION // HOUR}
        rests = gettext("clocks pause at night and on vacation (unplanned: at most %(hours)d hours per player)")
        return [self.name, rests % most]

    def with_vacation(self) -> TimeControl:
        """Return the same time for a move, with clocks that rest."""
        return replace(self, rests=True)

    def turn_limit(self, left: timedelta | None) -> timedelta:
        """Return the time for a move."""
        return self.base


@dataclass(frozen=True)
class LiveControl(TimeControl):
    """A clock for each player, which holds `base` at first and runs while that player is to move."""

    is_live = True
    gift = MORE_SECONDS
    patience = PATIENCE_LIVE

    @property
    def full(self) -> timedelta:
        """What each clock holds at first."""
        return self.base

    @property
    def brief(self) -> str:
        """That it is live, and its short code: `live 5+8`."""
        return gettext("live %(time)s") % {"time": self.code}

    def turn_limit(self, left: timedelta | None) -> timedelta:
        """Return what the clock holds."""
        return self.base if left is None else left


@dataclass(frozen=True)
class Fischer(LiveControl):
    """Fischer clocks: every timed move adds an increment."""

    kind = "fischer"

    increment: timedelta = NOTHING

    @classmethod
    def from_file_code(cls, text: str) -> Self | None:
        """Return the time control of this code."""
        initial, plus, increment = text.partition("+")
        if not (plus and DURATION.fullmatch(initial) and DURATION.fullmatch(increment)):
            return None
        return cls(parse_duration(initial), parse_duration(increment))

    @property
    def file_code(self) -> str:
        """Initial time and increment, each in its largest whole unit."""
        return f"{format_duration(self.base)}+{format_duration(self.increment)}"

    @property
    def code(self) -> str:
        """Minutes and seconds: `5+8`."""
        return f"{self.base // MINUTE}+{self.increment // SECOND}"

    @property
    def name(self) -> str:
        """Initial time and increment."""
        both = {"minutes": self.base // MINUTE, "seconds": self.increment // SECOND}
        return gettext("live, %(minutes)d min + %(seconds)d s per move") % both

    def after_move(self, left: timedelta, spent: timedelta) -> timedelta:
        """Return the time that is left on the clock, at least zero, plus the increment."""
        return max(left - spent, NOTHING) + self.increment


@dataclass(frozen=True)
class UnknownControl(TimeControl):
    """A time control of a kind that is not installed: its columns are kept, and a turn may take the stored time."""

    kind = ""
    is_live = False

    stored_kind: str = ""

    @property
    def stored(self) -> StoredTime:
        """The columns that hold it, unchanged."""
        return super().stored._replace(kind=self.stored_kind)

    @property
    def file_code(self) -> str:
        """The stored time in its largest whole unit, so that the file can be read."""
        return format_duration(self.base)

    @property
    def code(self) -> str:
        """A question mark."""
        return "?"

    @property
    def name(self) -> str:
        """That it is unknown."""
        return gettext("unknown time control")

    def turn_limit(self, left: timedelta | None) -> timedelta:
        """Return the stored time."""
        return self.base


# `games.matches.time.reserve` adds another one.
KINDS: dict[str, type[TimeControl]] = {kind.kind: kind for kind in (Correspondence, Fischer)}


def live_kinds() -> list[str]:
    """Return the stored names of all live kinds."""
    return [name for name, kind in KINDS.items() if kind.is_live]


def format_duration(time: timedelta) -> str:
    """Return whole seconds in the largest unit that leaves no remainder, such as `3d`, `36h`, `5m`, `90s`, `0s`."""
    seconds = int(time.total_seconds())
    unit = next(unit for unit, length in UNITS.items() if seconds % length == 0) if seconds else "s"
    return f"{seconds // UNITS[unit]}{unit}"


def parse_duration(text: str) -> timedelta:
    """Return the duration that `format_duration` writes so; raises ValueError."""
    parts = DURATION.fullmatch(text)
    if not parts:
        raise ValueError(text)
    return timedelta(seconds=int(parts[1]) * UNITS[parts[2]])


# What forms offer, each under the value that the form sends.
PRESETS: dict[str, TimeControl] = {
    "1": TimeControl.correspondence(days=1),
    "2": TimeControl.correspondence(days=2),
    "3": TimeControl.correspondence(days=3),
    "5": TimeControl.correspondence(days=5),
    "7": TimeControl.correspondence(days=7),
    "14": TimeControl.correspondence(days=14),
    "3+5": TimeControl.live(minutes=3, increment=5),
    "5+8": TimeControl.live(minutes=5, increment=8),
    "10+10": TimeControl.live(minutes=10, increment=10),
    "20+15": TimeControl.live(minutes=20, increment=15),
}
USUAL = "3"  # what forms begin with
STRICT_CORRESPONDENCE = PRESETS[USUAL]
USUAL_CORRESPONDENCE = STRICT_CORRESPONDENCE.with_vacation()
USUAL_LIVE = PRESETS["5+8"]


def preset_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the presets as the choices of a form field, in the groups correspondence and live."""
    groups = ((gettext("Correspondence"), False), (gettext("Live"), True))
    return [
        (title, [(value, control.name) for value, control in PRESETS.items() if control.is_live is live])
        for title, live in groups
    ]
