"""The puzzles app."""

from __future__ import annotations

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    """Puzzles from finished matches, the daily puzzles, and their solvers."""

    name = "games.puzzles"
    label = "puzzles"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.puzzles import receivers  # noqa: F401
