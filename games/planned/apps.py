"""The app of planned moves."""

from __future__ import annotations

from django.apps import AppConfig


class PlannedConfig(AppConfig):
    """Moves that the scheduler plays when the player's turn comes."""

    name = "games.planned"
    label = "planned"

    def ready(self) -> None:
        """Plug into the matches."""
        from games.planned import receivers  # noqa: F401
