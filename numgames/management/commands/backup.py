"""The command that writes a backup of the database, also while the site runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from numgames.backups import BackupError, back_up


class Command(BaseCommand):
    """`manage.py backup FILE`."""

    help = "Writes a consistent copy of the database to a file, while the site runs."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="overwrite the file")

    def handle(self, *, file: Path, force: bool, **options: object) -> None:
        """Write the backup and say how large it is."""
        try:
            back_up(file, force=force)
        except BackupError as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
