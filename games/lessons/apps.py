"""The lessons app."""

from __future__ import annotations

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    """The interactive lessons of each game."""

    name = "games.lessons"
    label = "lessons"

    def ready(self) -> None:
        """Register the receivers."""
        from games.lessons import receivers  # noqa: F401
