"""The matches app."""

from __future__ import annotations

from django.apps import AppConfig

HOUR = 3600  # seconds


class MatchesConfig(AppConfig):
    """Names the app for Django and hooks it into what accounts and clock do."""

    name = "games.matches"
    label = "matches"

    def ready(self) -> None:
        """A player's matches are part of their data, and whoever leaves resigns; stale guests go by the clock."""
        from django.core.management import call_command
        from django.utils import timezone

        from accounts.exports import register
        from accounts.farewell import on_farewell
        from accounts.services import forget_stale_guests
        from games.matches import clock, records, services

        register("matches", records.matches_of)
        on_farewell(services.resign_all)
        clock.every(HOUR, lambda: forget_stale_guests(timezone.now()))
        clock.every(24 * HOUR, lambda: call_command("clearsessions"))
