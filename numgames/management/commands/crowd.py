"""The command that adds many players and finished matches for load tests."""

from __future__ import annotations

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from numgames.demo.crowd import add_crowd


class Command(BaseCommand):
    """`manage.py crowd --players 10000 --matches 10000`: for test sites only."""

    help = "Adds many players without a password, and rated matches that were given up before the first move."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the numbers of players and matches."""
        parser.add_argument("--players", type=int, default=10_000)
        parser.add_argument("--matches", type=int, default=10_000)
        parser.add_argument("--of", default="", help="a player who takes part in all of the matches")

    def handle(self, *, players: int, matches: int, of: str, **options: object) -> None:
        """Add them and recompute all ratings."""
        if settings.SECURE:
            raise CommandError("Made-up players are not for a public site.")
        add_crowd(players, matches, of)
        self.stdout.write(f"{players} players and {matches} matches more")
