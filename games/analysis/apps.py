"""The analysis app."""

from __future__ import annotations

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Names the app for Django; has the clock call it, and leads to it from finished matches."""

    name = "games.analysis"
    label = "analysis"

    def ready(self) -> None:
        """The clock works on what was asked for, in a thread of its own."""
        from accounts import panels
        from games.analysis import clock, pieces
        from games.matches.clock import beside

        beside(clock.work_on_waiting)
        panels.put("over", "analysis/link.html", pieces.of_match, rank=70)
        panels.put("replay", "analysis/link.html", pieces.of_turn, rank=20)
