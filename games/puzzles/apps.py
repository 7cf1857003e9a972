"""The puzzles app."""

from __future__ import annotations

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """Puzzles, daily puzzles, runs, and puzzle ratings."""

    name = "games.puzzles"
    label = "puzzles"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.puzzles import receivers  # noqa: F401
