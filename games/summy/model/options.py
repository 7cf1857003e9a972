"""What two players agree on before a match of Summy: nothing but who starts."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options


@dataclass(frozen=True)
class SummyOptions(Options):
    """There is one way to play."""
