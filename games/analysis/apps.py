"""The analysis app."""

from __future__ import annotations

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Analysis of finished matches."""

    name = "games.analysis"
    label = "analysis"

    def ready(self) -> None:
        """Register the background work and the links from pages of finished matches."""
        from accounts import slots
        from games.analysis import jobs, partials
        from games.matches.scheduler import in_background

        in_background(jobs.work_on_waiting)
        slots.fill_slot("over", "analysis/link.html", partials.of_match, rank=70)
        slots.fill_slot("replay", "analysis/link.html", partials.of_turn, rank=20)
