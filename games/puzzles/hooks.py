"""Hooks of the puzzles: which of them a pupil is offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from accounts.models import User
from core.hooks import Hook

# Called with a pupil: the level of arithmetic in each game that has levels; puzzles of others are not offered.
pupil_levels = Hook[Callable[[User], Mapping[str, str]]]()
