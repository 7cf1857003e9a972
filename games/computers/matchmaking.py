"""What a player has behind them: finished matches, and which computer is about as strong as the player."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import User
from games.catalogue import bots
from games.computers.models import Computer
from games.matches.models import Match
from games.matches.outcomes import RESULTS, Outcome
from games.ratings.models import Rating

STEPS = {Outcome.WON: 1, Outcome.LOST: -1}  # levels up or down after a match against a computer


def finished_matches(player: User) -> QuerySet[Match]:
    """The matches that the player played to an end; a guided one that was left counts for nothing."""
    theirs = Match.objects.filter(Q(first=player) | Q(second=player), ending__in=RESULTS)
    return theirs.exclude(ending=Match.Ending.RESIGNED, guide__isnull=False)


def finished_games(player: User) -> set[str]:
    """The slugs of the games of which the player has finished a match."""
    return set(finished_matches(player).values_list("game_slug", flat=True).distinct())


def fitting_level(player: User, game_slug: str) -> int:
    """The level of the computer for this player; the game has one.

    A staircase: one level up after a win against a computer, one down after a loss. Who never played one gets the
    computer whose rating is the nearest, and where there are no ratings the second weakest.
    """
    levels = sorted(bots()[game_slug])
    step = _by_last_result(player, game_slug, levels)
    if step is None:
        step = _by_rating(player, game_slug, levels)
    return levels[min(max(1 if step is None else step, 0), len(levels) - 1)]


def _by_last_result(player: User, game_slug: str, levels: list[int]) -> int | None:
    """The place among the levels to which the last match against a computer leads."""
    against = Q(first__is_computer=True) | Q(second__is_computer=True)
    ended = finished_matches(player).filter(against, game_slug=game_slug, origin=None)
    last = ended.order_by("-finished_at").first()
    seat = last.seat_of(player) if last else None
    if last is None or seat is None:
        return None
    level = Computer.objects.get(user=last.player_id(seat.other)).level
    place = levels.index(level) if level in levels else 0
    return place + STEPS.get(last.outcome(seat), 0)


def _by_rating(player: User, game_slug: str, levels: list[int]) -> int | None:
    """The place of the computer whose rating comes nearest, on the ladder where the player's is surest."""
    own = Rating.objects.filter(player=player, pool__game_slug=game_slug).order_by("deviation").first()
    if own is None:
        return None
    rated = Rating.objects.filter(pool=own.pool_id, player__computer__level__in=levels)
    near = sorted(rated.values_list("rating", "player__computer__level"), key=lambda one: abs(one[0] - own.rating))
    return levels.index(near[0][1]) if near else None
