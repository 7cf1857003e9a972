"""Ponder: Reach with computer players."""

from __future__ import annotations

from tests.example_games.reach.rules import Reach


class Ponder(Reach):
    """Reach under another name."""

    slug = "ponder"
    name = "Ponder"


game = Ponder()
