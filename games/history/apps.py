"""The history app."""

from __future__ import annotations

from django.apps import AppConfig


class HistoryConfig(AppConfig):
    """Lists of matches, statistics and records."""

    name = "games.history"
    label = "history"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.history import receivers  # noqa: F401
