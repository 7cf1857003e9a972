"""The analysis app."""

from __future__ import annotations

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Analysis of finished matches."""

    name = "games.analysis"
    label = "analysis"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.analysis import receivers  # noqa: F401
