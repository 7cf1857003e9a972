"""The command that verifies a match file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.matches.files.exports import verify
from games.matches.files.transcript import Unreadable, read


class Command(BaseCommand):
    """`manage.py read_match FILE`: replay the match and report whether the file is valid."""

    help = "Plays a downloaded match again, text or JSON, and says whether seed, moves and result fit together."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the path of the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: object) -> None:
        """Verify the file. Raises CommandError with line and reason if it is invalid."""
        try:
            verified = verify(read(file.read_text("utf-8-sig")))
        except (Unreadable, OSError, UnicodeDecodeError) as fault:
            raise CommandError(f"{file}: {fault}") from fault
        transcript = verified.transcript
        for ply, turn in enumerate(verified.turns, 1):
            self.stdout.write(
                f"{ply:4} {(transcript.first, transcript.second)[turn.seat.index]}: {turn.text} ({turn.points})"
            )
        verdict = (
            "Seed, moves and result fit together." if verified.position else "It still ran: only its notation fits."
        )
        self.stdout.write(
            f"{transcript.game}: {transcript.first} – {transcript.second}, "
            f"{transcript.points[0]}:{transcript.points[1]}. {verdict}"
        )
