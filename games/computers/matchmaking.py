"""Finished matches of a player, and the computer of about the same strength."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import User
from core.db.prepared import PreparedRows
from games.catalogue import bots
from games.computers.models import Computer
from games.matches.models import Match
from games.matches.outcomes import RESULTS, Outcome
from games.ratings.models import Rating

STEPS = {Outcome.WON: 1, Outcome.LOST: -1}  # levels up or down after a match against a computer


def finished_matches(player: User | int) -> QuerySet[Match]:
    """Return the matches that the player, or the one with this key, finished; a resigned guided one does not count."""
    theirs = Match.objects.filter(Q(first=player) | Q(second=player), ending__in=RESULTS)
    return theirs.exclude(ending=Match.Ending.RESIGNED, guide__isnull=False)


def finished_games(player: User) -> set[str]:
    """Return the slugs of the games of which the player has finished a match."""
    return {slug for (slug,) in _finished_games(player.pk)}


_finished_games = PreparedRows(lambda key: finished_matches(key).values_list("game_slug").distinct(), int)


def fitting_level(player: User, game_slug: str) -> int:
    """Return the level of the computer for this player; the game must have at least one.

    A staircase procedure: one level up after a win against a computer, one down after a loss. A player who has never
    finished a match against one gets the computer with the nearest rating or, without ratings, one a quarter of the way
    up the levels.
    """
    levels = sorted(bots()[game_slug])
    step = _by_last_result(player, game_slug, levels)
    if step is None:
        step = _by_rating(player, game_slug, levels)
    return levels[min(max(len(levels) // 4 if step is None else step, 0), len(levels) - 1)]


def _by_last_result(player: User, game_slug: str, levels: list[int]) -> int | None:
    """Return the index of the level after the last match against a computer; None without such a match."""
    against = Q(first__is_computer=True) | Q(second__is_computer=True)
    matches = finished_matches(player).filter(against, game_slug=game_slug, origin=None)
    last = matches.order_by("-finished_at").first()
    seat = last.seat_of(player) if last else None
    if last is None or seat is None:
        return None
    level = Computer.objects.get(user=last.player_id(seat.other)).level
    place = levels.index(level) if level in levels else 0
    return place + STEPS.get(last.outcome(seat), 0)


def _by_rating(player: User, game_slug: str, levels: list[int]) -> int | None:
    """Return the index of the level with the nearest rating, in the pool where the player's deviation is lowest."""
    own = Rating.objects.filter(player=player, pool__game_slug=game_slug).order_by("deviation").first()
    if own is None:
        return None
    rated = Rating.objects.filter(pool=own.pool_id, player__computer__level__in=levels)
    near = sorted(rated.values_list("rating", "player__computer__level"), key=lambda one: abs(one[0] - own.rating))
    return levels.index(near[0][1]) if near else None
