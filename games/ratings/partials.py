"""Partials of the ratings on the pages of matches and players."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from threading import Lock

from cachetools import TTLCache, cached
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.slots import Context
from games.catalogue import games
from games.matches.models import Match
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.rating_chart import curve_since, curves_of
from games.ratings.standings import Figures, figure_of, figures_of
from games.ratings.strengths import Strength, strengths_of

FRESH = 60.0  # seconds for which the ratings beside players' names are cached: a move must not need another query
REMEMBERED = 2000
DAYS = ("30", "365")  # periods of the chart

_figures: TTLCache[tuple[str, bool], Figures] = TTLCache(REMEMBERED, FRESH)  # by match, and whether it has changed them


def name_of(page: Context) -> Context | None:
    """Return the rating shown beside a player's name."""
    match: Match = page["match"]
    figure = _remembered(match).of(page["player"].user, match)
    return {"figure": figure} if figure else None


def verdict_of(page: Context) -> Context | None:
    """Return the rating changes of a finished match, the viewer's first; None with a guest, who has no rating."""
    match: Match = page["match"]
    if not (match.first.plays_rated and match.second.plays_rated):
        return None
    seat = page["board_view"].seat
    mine = match.player_id(seat) if seat else match.first_id
    changes = _changes_of(page["board_view"])
    game = games().get(match.game_slug)
    return {
        "changes": sorted(changes, key=lambda change: change.rating.player_id != mine),
        "mine": seat and mine,
        "keeps_score": game is not None and game.keeps_score,
    }


@common
def _changes_of(view: MatchView) -> list[RatingChange]:
    """Return the rating changes of the match, read once for all places and viewers that show them."""
    if not view.match.rated:
        return []
    return list(RatingChange.objects.filter(match=view.match).select_related("rating__player", "rating__pool"))


def standings_of(page: Context) -> Context | None:
    """Return a player's ratings with their charts, and the strength in each game that has one."""
    person: User = page["person"]
    now = timezone.now()
    ratings = Rating.objects.filter(player=person).select_related("pool").order_by("pool__game_slug", "pool")
    if not (found := [(rating, figure_of(rating, now)) for rating in ratings]):
        return None
    curves = curves_of(person)
    asked = page["request"].GET if "request" in page else {}
    by_pool = {rating.pool.key: (rating, figure) for rating, figure in found}
    most_played = max(found, key=lambda one: one[0].matches)
    chosen, figure = by_pool.get(asked.get("chart", ""), most_played)
    period = asked.get("period", "")
    since = now - timedelta(days=int(period)) if period in DAYS else None
    return {
        "standings": [
            (rating, figure, curves.get(rating.pk))
            for rating, figure in found
            if rating.pool.is_live == chosen.pool.is_live
        ],
        "paces": _paces([rating for rating, _figure in found], chosen),
        "chosen": chosen,
        "figure": figure,
        "shown": curve_since(chosen, since),
        "period": period if period in DAYS else "",
        "periods": [("30", _("month")), ("365", _("year")), ("", _("all"))],
        "strengths": _strengths_at([rating.pool for rating, _figure in found], person),
    }


def _paces(ratings: list[Rating], chosen: Rating) -> list[tuple[str, str, bool]]:
    """Return the paces at which the player has ratings: the name, the pool to show, and whether it is the chosen one.

    The pool to show is that of the chosen game if there is one, else the most played.
    """
    found = []
    for is_live in (False, True):
        at_pace = [rating for rating in ratings if rating.pool.is_live == is_live]
        if at_pace:
            best = max(at_pace, key=lambda one: (one.pool.game_slug == chosen.pool.game_slug, one.matches))
            found.append((best.pool.pace_name, best.pool.key, is_live == chosen.pool.is_live))
    return found


def _strengths_at(pools: Iterable[RatingPool], person: User) -> list[tuple[str, Strength]]:
    """Return the names of the games in which the player has a score, each with the strength."""
    names = {pool.game_slug: pool.game_name for pool in pools if pool.keeps_score}
    found = strengths_of(names, [person.pk]) if names else {}
    return [(names[slug], strength) for (slug, _player), strength in found.items()]


@cached(_figures, key=lambda match: (match.pk, match.rated and match.finished_at is not None), lock=Lock())
def _remembered(match: Match) -> Figures:
    return figures_of((match.first_id, match.second_id))
