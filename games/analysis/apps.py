"""The analysis app."""

from __future__ import annotations

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Names the app for Django; has the clock call it, and leads to it from finished matches."""

    name = "games.analysis"
    label = "analysis"

    def ready(self) -> None:
        """The clock works on what was asked for, in a thread of its own."""
        from accounts import slots
        from games.analysis import jobs, partials
        from games.matches.scheduler import in_background

        in_background(jobs.work_on_waiting)
        slots.fill_slot("over", "analysis/link.html", partials.of_match, rank=70)
        slots.fill_slot("replay", "analysis/link.html", partials.of_turn, rank=20)
