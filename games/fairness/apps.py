"""The fairness app."""

from __future__ import annotations

from django.apps import AppConfig


class FairnessConfig(AppConfig):
    """Statistics of the draws of all finished matches."""

    name = "games.fairness"
    label = "fairness"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.fairness import receivers  # noqa: F401
