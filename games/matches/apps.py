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

        from accounts.deletion import on_deletion
        from accounts.exports import register
        from accounts.services import delete_stale_guests
        from accounts.slots import fill_slot
        from games.matches import scheduler, services
        from games.matches.files import exports
        from games.matches.time import vacation, vacation_panel

        register("matches", exports.matches_of)
        register("days_off", vacation.vacations_of)
        on_deletion(services.resign_all)
        on_deletion(vacation.delete_vacations)
        fill_slot("settings", "matches/_rest.html", vacation_panel.rest_panel, rank=20)
        scheduler.periodic(HOUR, lambda: delete_stale_guests(timezone.now()))
        scheduler.periodic(24 * HOUR, lambda: call_command("clearsessions"))
