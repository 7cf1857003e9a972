"""The command that recomputes the history."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.history.services import recount


class Command(BaseCommand):
    """`manage.py recount_history`: recompute lists, records and statistics from the matches."""

    help = "Works out every player's history, records and habits again from the matches."

    def handle(self, **options: object) -> None:
        """Recompute the history and print the number of matches."""
        self.stdout.write(f"Recounted {recount()} matches.")
