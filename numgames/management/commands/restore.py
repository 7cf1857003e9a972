"""The command that replaces the database by a backup."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from numgames.backups import BackupError, check, is_empty, restore

NEXT = """Restored. Before the site is started again:
    manage.py migrate
    manage.py recompute_ratings --check
    manage.py recount_draws --check"""


class Command(BaseCommand):
    """`manage.py restore FILE --yes`."""

    help = "Replaces the database by a backup, all or nothing. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace the data that are there")

    def handle(self, *, file: Path, yes: bool, **options: object) -> None:
        """Restore, and say what is to be done next."""
        try:
            check(file)
            if not yes and not is_empty():
                raise CommandError("The database is not empty. To replace all that is in it, add --yes.")
            restore(file)
        except BackupError as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(NEXT)
