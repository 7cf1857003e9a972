"""The matches app."""

from __future__ import annotations

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Matches: where games are played."""

    name = "games.matches"
    label = "matches"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.matches import receivers  # noqa: F401
