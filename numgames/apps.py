"""The project as an app: template tags, management commands and system checks."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class NumgamesConfig(AppConfig):
    """Template tags, management commands and system checks."""

    name = "numgames"
    default = True

    def ready(self) -> None:
        """Register the system checks, and the removal of static files that no page needs any more."""
        from games.jobs.hooks import HOUR, Periodic, periodic_work
        from numgames import startup  # noqa: F401
        from numgames.startup import remove_former_files

        periodic_work.register(Periodic(HOUR, remove_former_files))


class StaffAdminConfig(admin.AdminConfig):
    """Django's admin, which asks staff for a second factor."""

    default = False
    default_site = "numgames.staff_site.StaffSite"
