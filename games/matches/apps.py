"""The matches app."""

from __future__ import annotations

from django.apps import AppConfig

HOUR = 3600  # seconds


class MatchesConfig(AppConfig):
    """Django's configuration of the app, and its hooks into accounts and the scheduler."""

    name = "games.matches"
    label = "matches"

    def ready(self) -> None:
        """Register data exports, account deletion, the settings panel and periodic jobs."""
        from django.core.management import call_command
        from django.utils import timezone

        from accounts.deletion import on_deletion
        from accounts.exports import register
        from accounts.services import delete_stale_guests
        from accounts.slots import fill_slot
        from games.matches import scheduler, services
        from games.matches.files import exports
        from games.matches.time import vacation, vacation_forms

        register("matches", exports.matches_of)
        register("days_off", vacation.vacations_of)
        on_deletion(services.resign_all)
        on_deletion(vacation.delete_vacations)
        fill_slot("settings", "matches/_rest.html", vacation_forms.vacation_panel, rank=20)
        scheduler.periodic(HOUR, lambda: delete_stale_guests(timezone.now()))
        scheduler.periodic(24 * HOUR, lambda: call_command("clearsessions"))
