"""The project as an app: template tags, management commands and system checks."""

from __future__ import annotations

from django.apps import AppConfig


class NumgamesConfig(AppConfig):
    """Template tags, management commands and system checks."""

    name = "numgames"

    def ready(self) -> None:
        """Register the system checks."""
        from numgames import checks  # noqa: F401
