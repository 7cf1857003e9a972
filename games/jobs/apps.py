"""The jobs app."""

from __future__ import annotations

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """The job table and its runner."""

    name = "games.jobs"
    label = "jobs"

    def ready(self) -> None:
        """Plug into the scheduler."""
        from games.jobs import receivers  # noqa: F401
