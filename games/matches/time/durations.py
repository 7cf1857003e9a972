"""Spans of time in a few signs: `3d`, `36h`, `5m`, `90s`."""

from __future__ import annotations

import re
from datetime import timedelta

UNITS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}
_SPAN = re.compile(r"([0-9]{1,8})([dhms])", re.ASCII)


def spell_duration(time: timedelta) -> str:
    """Whole seconds in the largest unit that needs no remainder; `0s` for nothing."""
    seconds = int(time.total_seconds())
    unit = next(unit for unit, length in UNITS.items() if seconds % length == 0) if seconds else "s"
    return f"{seconds // UNITS[unit]}{unit}"


def read_duration(text: str) -> timedelta:
    """The span that is spelt; raises ValueError."""
    found = _SPAN.fullmatch(text)
    if not found:
        raise ValueError(text)
    return timedelta(seconds=int(found[1]) * UNITS[found[2]])
