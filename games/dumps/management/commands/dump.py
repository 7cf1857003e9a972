"""The command that makes the files of one month."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.dumps.services import MONTH, make


class Command(BaseCommand):
    """`manage.py dump 2026-10`."""

    help = "Makes the files with the rated matches of a month and the puzzles, again if there are some."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the month."""
        parser.add_argument("month", help="year and month, as 2026-10 (UTC)")

    def handle(self, *, month: str, **options: object) -> None:
        """Make them and say what they hold."""
        if not MONTH.fullmatch(month):
            raise CommandError(f"{month!r} is no month, such as 2026-10.")
        for one in make(month).files:
            self.stdout.write(f"{one.name}: {one.lines} {one.kind}, {one.size:,} bytes")
