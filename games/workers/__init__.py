"""Long thinking, done where it keeps nobody waiting: not in the process that answers requests."""

from __future__ import annotations

from games.workers.pool import run

__all__ = ["run"]
