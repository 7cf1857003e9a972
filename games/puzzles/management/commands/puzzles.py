"""The command that makes puzzles, on a site or for the pack of a game."""

from __future__ import annotations

import time
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.catalogue import games, puzzles_file
from games.matches.models import Match
from games.matches.play.seals import unsealed
from games.puzzles.jobs import check_all, search_all
from games.puzzles.kinds import main_kind
from games.puzzles.making.packs import extended, passes_again, read_pack, themed, write_pack
from games.puzzles.models import Puzzle, Source
from games.puzzles.services.stock import add_computer_match, check, search

MATCHES = 20  # searched for each requested puzzle before giving up on a game
AT_ONCE = 200  # matches that are added in one transaction
HOUR = 3600


class Command(BaseCommand):
    """Make puzzles now: `--make N` from computers' matches, `--find` from finished matches, `--pack N` for a pack."""

    help = (
        "Makes puzzles: from matches that computers play, from every finished match not yet looked through, or for the "
        "packs in the games' folders, with which new sites begin."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument(
            "--make", type=int, default=0, metavar="N", help="N more of each game's daily kind, by computers"
        )
        parser.add_argument("--game", default="", help="of this game alone")
        parser.add_argument("--find", action="store_true", help="look through all finished matches")
        parser.add_argument(
            "--pack",
            type=int,
            metavar="N",
            help="extend the packs to N puzzles and 60 daily ones; the site stays as it is",
        )
        parser.add_argument(
            "--recheck", action="store_true", help="with --pack: first leave out what no longer passes the check"
        )

    def handle(self, *, make: int, game: str, find: bool, pack: int | None, recheck: bool, **options: object) -> None:
        """Make and verify puzzles, and print how many there are; raises CommandError for an unknown game."""
        if game and game not in games():
            raise CommandError(f"There is no game {game}: {', '.join(games())}")
        slugs = [game] if game else list(games())
        if pack is not None:
            for slug in slugs:
                self._pack(slug, pack, recheck=recheck)
            return
        if find:
            _find_all()
        for slug in slugs:
            _make(slug, make)
            stock = Puzzle.objects.filter(game_slug=slug, state=Puzzle.State.OFFERED)
            self.stdout.write(f"{slug}: {stock.count()} puzzles")

    def _pack(self, slug: str, number: int, *, recheck: bool) -> None:
        """Extend the game's pack; what is found is written at once, so that it may be stopped at any time."""
        file = puzzles_file(slug)
        pack, began = read_pack(slug, file), time.process_time()
        if recheck:
            pack = [one for one in pack if passes_again(one)]
            write_pack(file, pack)
        new = -len(pack)
        for grown in extended(slug, pack, number):
            pack = grown
            write_pack(file, pack)
        write_pack(file, map(themed, pack))
        new += len(pack)
        hours = (time.process_time() - began) / HOUR
        self.stdout.write(f"{slug}: {len(pack)} puzzles, {new} of them new, in {hours:.2f} hours of CPU")


def _make(slug: str, number: int) -> None:
    count = 0
    for _match in range(number * MATCHES):
        if count >= number:
            return
        source = add_computer_match(slug)
        candidates = search(source) if source else []
        puzzles = [puzzle for puzzle in candidates if check(puzzle)]
        count += sum(puzzle.kind == main_kind(games()[slug]) for puzzle in puzzles)


def _find_all() -> None:
    own_deal = Match.objects.filter(unsealed(), origin=None, twin=None)
    never = own_deal.filter(finished_at__isnull=False, puzzle_source=None, ply__gt=0)
    while matches := list(never.order_by("finished_at")[:AT_ONCE]):
        Source.objects.bulk_create(
            [Source(match=match, game_slug=match.game_slug) for match in matches], ignore_conflicts=True
        )
    search_all()
    check_all()
