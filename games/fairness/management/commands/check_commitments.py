"""The command that verifies the public log of commitments against the database."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError

from games.fairness.commitment_log import faults, number_lines

SHOWN = 20  # faults that are listed, at most


class Command(BaseCommand):
    """`manage.py check_commitments`: numbers deals without a line, then verifies the chain and each match's line."""

    help = "Verifies that no line of the public log of commitments was changed or is missing, nor that of any match."

    def handle(self, **options: object) -> None:
        """Verify the log. Raises CommandError if a line was changed or is missing."""
        while number_lines():
            pass
        sentences = faults()
        for sentence in sentences[:SHOWN]:
            self.stderr.write(sentence)
        if sentences:
            raise CommandError(f"{len(sentences)} faults in the log of commitments.")
        self.stdout.write("The log of commitments is whole.")
