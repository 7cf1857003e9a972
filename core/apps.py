"""The core as an app: its template tags, and that apps plug in."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class CoreConfig(AppConfig):
    """Template tags that know no app."""

    name = "core"

    def ready(self) -> None:
        """Have every app plug into others, in the order of `INSTALLED_APPS`: an app needs no `apps.py` for that."""
        autodiscover_modules("receivers")
