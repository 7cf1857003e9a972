"""The fairness app."""

from __future__ import annotations

from django.apps import AppConfig


class FairnessConfig(AppConfig):
    """Statistics of the draws of all finished matches."""

    name = "games.fairness"
    label = "fairness"

    def ready(self) -> None:
        """Register the job, and the link from the proof of each match."""
        from accounts import slots
        from games.fairness import jobs  # noqa: F401 - registers its handler

        slots.fill_slot("fairness", "fairness/all_draws.html", lambda page: {})
