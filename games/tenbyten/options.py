"""What two players agree on before a match of 10 BY 10: nothing, so far."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Options


@dataclass(frozen=True)
class TenByTenOptions(Options):
    """There is nothing to choose."""
