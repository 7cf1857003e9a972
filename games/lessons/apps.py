"""The lessons app."""

from __future__ import annotations

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    """Worked examples of each game."""

    name = "games.lessons"
    label = "lessons"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.lessons import receivers  # noqa: F401
