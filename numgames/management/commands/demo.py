"""The command that fills an empty site with demo data."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from numgames.demo.site import NAMES, PASSWORD, fill_site


class Command(BaseCommand):
    """`manage.py demo`: idempotent."""

    help = "Makes a few players with a known password, and matches between them."

    def handle(self, **options: Any) -> None:
        """Fill the site and print how to sign in."""
        if settings.SECURE:
            raise CommandError("The demo's players have a known password: not on a public site.")
        fill_site()
        self.stdout.write(f"Sign in as {', '.join(NAMES[:-1])} or {NAMES[-1]} with the password: {PASSWORD}")
