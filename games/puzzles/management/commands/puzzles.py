"""The command that makes puzzles."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.catalogue import games
from games.jobs.runner import run_due
from games.matches.models import Match
from games.puzzles.jobs import SEARCHES, check_all
from games.puzzles.kinds import main_kind
from games.puzzles.models import Puzzle, Source
from games.puzzles.services.extraction import add_computer_match, add_matches, enqueue_searches, search
from games.puzzles.services.verification import check

MATCHES = 20  # searched for each requested puzzle before giving up on a game
AT_ONCE = 200  # matches that are enqueued in one transaction


class Command(BaseCommand):
    """Do the work of the background jobs now: `--make N` from computers' matches, `--find` from finished matches."""

    help = "Makes puzzles: from matches that computers play, or from every finished match not yet looked through."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument(
            "--make", type=int, default=0, metavar="N", help="N more of each game's daily kind, by computers"
        )
        parser.add_argument("--game", default="", help="of this game alone")
        parser.add_argument("--find", action="store_true", help="look through all finished matches")

    def handle(self, *, make: int, game: str, find: bool, **options: object) -> None:
        """Make and verify puzzles, and print how many are offered; raises CommandError for an unknown game."""
        if game and game not in games():
            raise CommandError(f"There is no game {game}: {', '.join(games())}")
        if find:
            _find_all()
        for slug in [game] if game else games():
            _make(slug, make)
            offered = Puzzle.objects.filter(game_slug=slug, state=Puzzle.State.OFFERED)
            self.stdout.write(f"{slug}: {offered.count()} puzzles")


def _make(slug: str, wanted: int) -> None:
    made = 0
    for _match in range(wanted * MATCHES):
        if made >= wanted:
            return
        source = add_computer_match(slug)
        found = search(source) if source else []
        offered = [puzzle for puzzle in found if check(puzzle)]
        made += sum(puzzle.kind == main_kind(games()[slug]) for puzzle in offered)


def _find_all() -> None:
    never = Match.objects.filter(finished_at__isnull=False, puzzle_source=None, origin=None, ply__gt=0)
    while matches := list(never.order_by("finished_at")[:AT_ONCE]):
        add_matches(matches)
    enqueue_searches(Source.objects.filter(searched_at=None))
    run_due(SEARCHES)
    check_all()
