"""The command that recomputes all ratings from the finished matches."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.ratings.recount import differences, pools, recompute, wrong_scores

SHOWN = 20


class Command(BaseCommand):
    """`manage.py recompute_ratings`; with `--check` it only compares the stored ratings with the matches."""

    help = "Recomputes all ratings from the history of matches; --check only proves that they are equal to the bit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option `--check`."""
        parser.add_argument("--check", action="store_true", help="compare, write nothing, fail on any difference")

    def handle(self, *, check: bool, **options: object) -> None:
        """Recompute or check, one line a pool. Raises CommandError if `--check` finds a difference."""
        wrong = 0
        all_pools = pools()
        for pool in all_pools:
            name = " ".join([pool.game_slug, pool.pace, *([pool.kind] if pool.is_of_bots else [])])
            if check:
                count, faults = differences(pool)
                wrong += len(faults)
                for line in faults[:SHOWN]:
                    self.stderr.write(line)
                self.stdout.write(f"{name}: {count} matches, {len(faults)} differences")
            else:
                self.stdout.write(f"{name}: {recompute(pool)} matches")
        for slug in sorted({pool.game_slug for pool in all_pools}) if check else ():
            lines = wrong_scores(slug)
            wrong += len(lines)
            for line in lines[:SHOWN]:
                self.stderr.write(line)
            self.stdout.write(f"{slug} scores: {len(lines)} differences")
        if wrong:
            raise CommandError(f"{wrong} ratings, changes or scores are not what history gives.")
