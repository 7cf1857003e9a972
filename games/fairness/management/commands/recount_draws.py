"""The command that recounts all draws from the finished matches."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.fairness.services import differences, recount

SHOWN = 20  # differences that are listed, at most


class Command(BaseCommand):
    """`manage.py recount_draws`; with `--check` it only compares the stored counts with those of the matches."""

    help = "Counts the draws of all finished matches again; --check only proves that the counts are exactly equal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option `--check`."""
        parser.add_argument("--check", action="store_true", help="compare, write nothing, fail on any difference")

    def handle(self, *, check: bool, **options: object) -> None:
        """Recount or check. Raises CommandError if `--check` finds a difference."""
        if not check:
            self.stdout.write(f"Recounted {recount()} matches.")
            return
        count, lines = differences()
        for line in lines[:SHOWN]:
            self.stderr.write(line)
        self.stdout.write(f"{count} matches, {len(lines)} differences")
        if lines:
            raise CommandError(f"{len(lines)} counts of draws are not what the matches give.")
