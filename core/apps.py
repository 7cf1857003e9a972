"""The core as an app: its template tags."""

from __future__ import annotations

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """Template tags that know no app."""

    name = "core"
