"""The command that fills an empty site with demo data."""

from __future__ import annotations

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from numgames.demo.site import NAMES, PASSWORD, SEARCHED, fill_site


class Command(BaseCommand):
    """`manage.py demo`: idempotent."""

    help = "Makes a few players with a known password, and matches between them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of searches for puzzles, which take most of the time."""
        parser.add_argument(
            "--searched", type=int, default=SEARCHED, help="finished matches searched for puzzles before it ends"
        )

    def handle(self, *, searched: int, **options: object) -> None:
        """Fill the site and tell how to sign in."""
        if settings.SECURE:
            raise CommandError("The demo's players have a known password: not on a public site.")
        fill_site(searched)
        self.stdout.write(f"Sign in as {', '.join(NAMES[:-1])} or {NAMES[-1]} with the password: {PASSWORD}")
