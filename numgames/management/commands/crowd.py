"""Thousands of players and finished matches, to see how the site bears them; the same ones every time."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime, timedelta
from math import exp
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from accounts.names import name_key
from games.catalogue import games
from games.fairness.services import let_wait
from games.history.services import note
from games.matches.models import Match, commitment_of
from games.matches.time.presets import STRICT_CORRESPONDENCE, USUAL_LIVE
from games.ratings.services import pools, recompute
from games.rules import Forfeit, Seat, SeededRandom

AT_ONCE = 1000
BUSY = 8.0  # how much more the first of the crowd play than the last
SPREAD = 250  # rating points between a middling player and a strong one


class Command(BaseCommand):
    """`manage.py crowd --players 10000 --matches 10000`: for a site to try things on, never for a real one."""

    help = "Adds many players without a password, and rated matches that were given up before the first move."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many."""
        parser.add_argument("--players", type=int, default=10_000)
        parser.add_argument("--matches", type=int, default=10_000)
        parser.add_argument("--of", default="", help="a player who takes part in all of the matches")

    def handle(self, *, players: int, matches: int, of: str, **options: Any) -> None:
        """Adds them and counts all ratings anew."""
        if settings.SECURE:
            raise CommandError("Made-up players are not for a public site.")
        chance = Random(players * matches)  # noqa: S311 - nothing depends on it
        crowd = _people(players)
        hero = User.objects.filter(name_key=name_key(of)).first() if of else None
        made = Match.objects.bulk_create(_matches(crowd, hero, matches, chance), AT_ONCE)
        note(made)
        let_wait([match.pk for match in made])
        for pool in pools():
            recompute(pool)
        self.stdout.write(f"{players} players and {matches} matches more")


def _people(number: int) -> list[User]:
    taken = User.objects.count()
    people = [User(username=f"crowd{taken + n}", name_key=name_key(f"crowd{taken + n}")) for n in range(number)]
    return User.objects.bulk_create(people, AT_ONCE)


def _matches(crowd: list[User], hero: User | None, number: int, chance: Random) -> Iterator[Match]:
    """The first of the crowd play most, and each has a strength of their own."""
    now = timezone.now()
    slugs = [slug for slug in sorted(games()) if _forfeits_count(slug)]
    strength = {player.pk: chance.gauss(0, SPREAD) for player in crowd}
    for n in range(number):
        first = hero or crowd[_busy(len(crowd), chance)]
        second = crowd[_busy(len(crowd), chance)]
        if first == second:
            second = crowd[crowd.index(first) - 1]
        gap = strength.get(first.pk, 0) - strength[second.pk]
        winner = Seat.FIRST if chance.random() < 1 / (1 + exp(-gap / 174)) else Seat.SECOND
        ended = now - timedelta(days=90) * (number - n) / number
        kind = {"game_slug": chance.choice(slugs), "time_control": chance.choice([STRICT_CORRESPONDENCE, USUAL_LIVE])}
        yield _match(ended, winner, first=first, second=second, **kind)


def _match(ended: datetime, winner: Seat, **agreed: Any) -> Match:
    began = ended - agreed["time_control"].turn_limit(None) / 2
    match = Match(rated=True, started_at=began, moved_at=began, **agreed)
    match.option_data = match.game.options_type().data()
    match.commitment = commitment_of(match.seed)
    match.finished_at, match.ending, match.winner = ended, Match.Ending.RESIGNED, winner
    return match


def _busy(number: int, chance: Random) -> int:
    """A place in the crowd, the earlier the likelier."""
    return int(number * chance.random() ** BUSY)


def _forfeits_count(slug: str) -> bool:
    """Whether a match of this game that is given up at once counts."""
    game = games()[slug]
    position = game.setup(game.options_type(), SeededRandom(bytes(32), 0))
    result = game.forfeit(position, Seat.FIRST, Forfeit.RESIGNED).result
    return result is not None and result.counts
