"""Hooks of the analysis."""

from __future__ import annotations

from collections.abc import Callable

from core.hooks import Hook
from games.matches.models import Match

# Functions of a match whose analysis is complete, called in the transaction that completes it
analysis_finished = Hook[Callable[[Match], object]]()
