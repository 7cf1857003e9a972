"""The matches app."""

from __future__ import annotations

from django.apps import AppConfig

HOUR = 3600  # seconds


class MatchesConfig(AppConfig):
    """Names the app for Django and hooks it into what accounts and clock do."""

    name = "games.matches"
    label = "matches"

    def ready(self) -> None:
        """Matches and days off are part of a player's data and settings, and whoever leaves resigns; chores go by."""
        from django.core.management import call_command
        from django.utils import timezone

        from accounts.exports import register
        from accounts.farewell import on_farewell
        from accounts.panels import put
        from accounts.services import forget_stale_guests
        from games.matches import clock, leave, records, resting, services

        register("matches", records.matches_of)
        register("days_off", leave.leave_of)
        on_farewell(services.resign_all)
        on_farewell(leave.forget_leave)
        put("settings", "matches/_rest.html", resting.rest_panel, rank=20)
        clock.every(HOUR, lambda: forget_stale_guests(timezone.now()))
        clock.every(24 * HOUR, lambda: call_command("clearsessions"))
