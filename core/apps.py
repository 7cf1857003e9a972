"""The core as an app: its template tags, and the receivers of all apps."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class CoreConfig(AppConfig):
    """Template tags that know no app."""

    name = "core"

    def ready(self) -> None:
        """Import the `receivers` of all apps, by which they plug into each other."""
        autodiscover_modules("receivers")
