"""Many players without a password, and rated matches given up before the first move; the same ones each time.

In a test site: `manage.py shell -c "from tests.crowd import add_crowd; add_crowd(10_000, 10_000)"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import exp
from random import Random

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from accounts.models import User
from accounts.names import name_key
from games.catalogue import games
from games.fairness.services import enqueue_counts
from games.history.services import enqueue_scans, save_participations
from games.matches.models import Deal, Match, commitment_of
from games.matches.play.deals import unmixed_deal
from games.matches.time.control import STRICT_CORRESPONDENCE, USUAL_LIVE, TimeControl
from games.ratings.recount import pools, recompute
from games.rules import Forfeit, Seat, SeededRandom

BATCH = 1000
SKEW = 8.0  # exponent of the distribution of matches: the first players of the crowd play most
SPREAD = 250  # rating points, standard deviation of the players' strengths
ELO_SCALE = 174  # rating points for a factor e in the odds


def add_crowd(players: int, matches: int, of: str = "") -> None:
    """Add players and rated matches between them, and recompute all ratings.

    One player of each match is the one named `of`, if there is one.
    """
    if settings.SECURE:
        raise CommandError("Made-up players are not for a public site.")
    rng = Random(players * matches)
    crowd = _people(players)
    hero = User.objects.filter(name_key=name_key(of)).first() if of else None
    rows = Match.objects.bulk_create(_matches(crowd, hero, matches, rng), BATCH)
    Deal.objects.bulk_create((unmixed_deal(match.pk, match.commitment) for match in rows), BATCH)
    save_participations(rows)
    enqueue_counts(match.pk for match in rows)
    enqueue_scans(match.pk for match in rows)
    for pool in pools():
        recompute(pool)


def _people(number: int) -> list[User]:
    count = User.objects.count()
    people = [User(username=f"crowd{count + n}", name_key=name_key(f"crowd{count + n}")) for n in range(number)]
    return User.objects.bulk_create(people, BATCH)


def _matches(crowd: list[User], hero: User | None, number: int, rng: Random) -> Iterator[Match]:
    """Yield matches with results by fixed strengths; the first players of the crowd play most."""
    now = timezone.now()
    slugs = [slug for slug in sorted(games()) if _forfeits_count(slug)]
    strength = {player.pk: rng.gauss(0, SPREAD) for player in crowd}
    for n in range(number):
        first = hero or crowd[_skewed(len(crowd), rng)]
        second = crowd[_skewed(len(crowd), rng)]
        if first == second:
            second = crowd[crowd.index(first) - 1]
        gap = strength.get(first.pk, 0) - strength[second.pk]
        winner = Seat.FIRST if rng.random() < 1 / (1 + exp(-gap / ELO_SCALE)) else Seat.SECOND
        ended_at = now - timedelta(days=90) * (number - n) / number
        slug, control = rng.choice(slugs), rng.choice([STRICT_CORRESPONDENCE, USUAL_LIVE])
        yield _match(slug, control, first, second, winner, ended_at)


def _match(slug: str, control: TimeControl, first: User, second: User, winner: Seat, ended_at: datetime) -> Match:
    began = ended_at - control.turn_limit(None) / 2
    match = Match(game_slug=slug, first=first, second=second, rated=True, started_at=began, moved_at=began)
    match.time_control = control
    match.rules_version = games()[slug].rules_version
    match.option_data = match.game.options_type().data()
    match.commitment = commitment_of(match.seed)
    match.finished_at, match.ending, match.winner = ended_at, Match.Ending.RESIGNED, winner
    return match


def _skewed(number: int, rng: Random) -> int:
    """Return a random index below `number`; small ones are more likely."""
    return int(number * rng.random() ** SKEW)


def _forfeits_count(slug: str) -> bool:
    """Return whether a match of this game that is resigned at once counts."""
    game = games()[slug]
    position = game.setup(game.options_type(), SeededRandom(bytes(32), 0))
    result = game.forfeit(position, Seat.FIRST, Forfeit.RESIGNED).result
    return result is not None and result.counts
