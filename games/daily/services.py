"""The only code that writes the deals of the day and their tries."""

from __future__ import annotations

from datetime import date
from itertools import product

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.player import lock_players
from games.catalogue import bots, games
from games.computers.services import computer_for
from games.daily.errors import NoDeal
from games.daily.models import DAY, DailyDeal, Try
from games.daily.table import lead_of
from games.matches.errors import Blocked
from games.matches.models import Match, commitment_of, new_id, new_seed
from games.matches.play.deals import unmixed_deal
from games.matches.play.opening import start_match
from games.matches.play.starts import check_may_play_computer
from games.matches.time.control import STRICT_CORRESPONDENCE
from games.puzzles.services.selection import today

SUNDAY = 6  # as a number of a weekday


def level_on(slug: str, day: date) -> int:
    """Return the level of the computer on this day: the weakest on Mondays, the strongest on Sundays."""
    levels = sorted(bots()[slug])
    return levels[day.weekday() * (len(levels) - 1) // SUNDAY]


def make_deals() -> None:
    """Make the deals of today and tomorrow that are missing. Idempotent, also by several schedulers at once.

    So the commitment of a deal is public for a day before any player has it; after a downtime a deal is made late.
    """
    slugs = [slug for slug in games() if bots().get(slug)]
    days = today(), today() + DAY
    made = set(DailyDeal.objects.filter(day__in=days).values_list("day", "game_slug"))
    for day, slug in product(days, slugs):
        if (day, slug) not in made:
            _make(slug, day)


def _make(slug: str, day: date) -> None:
    seed = new_seed()
    line = unmixed_deal(new_id(), commitment_of(seed))
    try:
        with transaction.atomic():
            line.save(force_insert=True)
            DailyDeal.objects.create(game_slug=slug, day=day, level=level_on(slug, day), seed=seed, committed=line)
    except IntegrityError:
        return  # another scheduler was first, and so the line is rolled back


def check_open(slug: str) -> None:
    """Raise NoDeal unless there is a deal of today; to be called before a guest is created for it."""
    if not DailyDeal.objects.filter(game_slug=slug, day=today()).exists():
        raise NoDeal


def begin(player: User, slug: str) -> Match:
    """Return the player's match of today's deal, which begins unless it has: one try for each account. Idempotent.

    The player makes the first move, so that all players hold the same tiles. Raises NoDeal and TooManyMatches.
    """
    deal = DailyDeal.objects.filter(game_slug=slug, day=today()).first()
    if deal is None or slug not in games():
        raise NoDeal
    computer = computer_for(slug, deal.level)
    with transaction.atomic():
        if not lock_players(player, computer):
            raise Blocked
        if own := Try.objects.filter(deal=deal, player=player).select_related("match").first():
            return own.match
        check_may_play_computer(player)
        match = start_match(
            game_slug=slug,
            options=games()[slug].options_type(),
            first=player,
            second=computer,
            time_control=STRICT_CORRESPONDENCE,
            sealed=deal.sealed,
        )
        Try.objects.create(deal=deal, player=player, match=match)
    return match


def note_end(match: Match) -> None:
    """Write the result of a try whose match is over or was declared void. Idempotent."""
    has_result = match.ended.has_result and not match.voided_at
    lead, small_lead = lead_of(match) if has_result else (None, 0)
    Try.objects.filter(match=match).update(
        ended_at=match.finished_at, has_result=has_result, lead=lead, small_lead=small_lead
    )


def forget(player: User) -> None:
    """Delete the player's tries; the tables have fewer rows then."""
    Try.objects.filter(player=player).delete()
