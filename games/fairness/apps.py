"""The app that counts the draws."""

from __future__ import annotations

from django.apps import AppConfig


class FairnessConfig(AppConfig):
    """Names the app for Django; hears when a match ends, and counts its draw by the clock."""

    name = "games.fairness"
    label = "fairness"

    def ready(self) -> None:
        """Connects the signal and the clock, and leads here from the proof of each match."""
        from accounts import slots
        from games.fairness import receivers, services
        from games.matches import scheduler
        from games.matches.signals import match_ended

        match_ended.connect(receivers.match_came_to_its_end)
        scheduler.periodic(20, services.count_waiting)
        slots.fill_slot("fairness", "fairness/all_draws.html", lambda page: {})
