"""The options of a match of Summy: there are none."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options


@dataclass(frozen=True)
class SummyOptions(Options):
    """The options of Summy, which has no choices."""
