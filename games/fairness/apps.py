"""The fairness app."""

from __future__ import annotations

from django.apps import AppConfig


class FairnessConfig(AppConfig):
    """Statistics of the draws of all finished matches, and the log of commitments."""

    name = "games.fairness"
    label = "fairness"

    def ready(self) -> None:
        """Register the receivers."""
        from games.fairness import receivers  # noqa: F401
