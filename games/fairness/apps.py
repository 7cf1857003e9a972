"""The app that counts the draws."""

from __future__ import annotations

from django.apps import AppConfig


class FairnessConfig(AppConfig):
    """Names the app for Django; hears when a match ends, and counts its draw by the clock."""

    name = "games.fairness"
    label = "fairness"

    def ready(self) -> None:
        """Connects the signal and the clock, and leads here from the proof of each match."""
        from accounts import panels
        from games.fairness import hearing, services
        from games.matches import clock
        from games.matches.signals import match_ended

        match_ended.connect(hearing.match_came_to_its_end)
        clock.every(20, services.count_waiting)
        panels.put("fairness", "fairness/all_draws.html", lambda page: {})
