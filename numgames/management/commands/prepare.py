"""The command that prepares a site: the database, the accounts of computer players and the static files."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from numgames import startup


class Command(BaseCommand):
    """`manage.py prepare`; fast if nothing has changed, and safe while the site runs."""

    help = "Migrates the database and collects the static files, as `serve --prepare` does before serving."
    requires_system_checks = []

    def handle(self, **options: object) -> None:
        """Prepare, and end."""
        startup.prepare()
