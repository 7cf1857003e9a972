"""The project as an app: its templates' tags, its commands and its checks."""

from __future__ import annotations

from django.apps import AppConfig


class NumgamesConfig(AppConfig):
    """Names the app for Django."""

    name = "numgames"

    def ready(self) -> None:
        """Register the system checks."""
        from numgames import checks  # noqa: F401
