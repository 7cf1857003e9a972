"""Partials of the ratings on the pages of matches and players, with the chart of a rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from math import ceil, floor

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.models import User
from core import clock
from core.hooks import Context
from core.live.partials import draw
from games.catalogue import games
from games.matches.models import Match
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.rankings import Strength, strengths_of
from games.ratings.shares import Why
from games.ratings.standings import changes_of, figure_of, figures_in
from games.ratings.templatetags.ratings import figure_html
from games.rules import Seat

SHOWN = 40  # matches in a small curve
LONGEST = 400  # matches in the large one
WIDTH, HEIGHT = 480, 160
LEFT, RIGHT, TOP, BOTTOM = 44, 470, 10, 135
STEP = 100  # rating points between two lines


@dataclass(frozen=True)
class Mark:
    """A horizontal grid line."""

    rating: int
    y: float


@dataclass(frozen=True)
class RatingChart:
    """The latest matches of one rating, oldest first."""

    changes: Sequence[RatingChange]

    @cached_property
    def low(self) -> int:
        """Return the rating at the lower edge."""
        return STEP * floor(min(min(c.rating_before, c.rating_after) for c in self.changes) / STEP)

    @cached_property
    def high(self) -> int:
        """Return the rating at the upper edge."""
        return max(STEP * ceil(max(max(c.rating_before, c.rating_after) for c in self.changes) / STEP), self.low + STEP)

    @property
    def marks(self) -> list[Mark]:
        """Return the labelled grid lines, at most six."""
        step = STEP * ceil((self.high - self.low) / STEP / 5)
        return [Mark(rating, self._y(rating)) for rating in range(self.low, self.high + 1, step)]

    @property
    def line(self) -> str:
        """Return the points of the curve: the start, then after each match."""
        return " ".join(f"{x},{self._y(rating)}" for x, rating in self._points())

    @property
    def dot(self) -> tuple[float, float]:
        """Return the point of the latest match, which is marked."""
        x, rating = self._points()[-1]
        return x, self._y(rating)

    @property
    def newest_first(self) -> Sequence[RatingChange]:
        """Return the latest matches as rows of a table."""
        return self.changes[::-1][:SHOWN]

    @property
    def best(self) -> int:
        """Return the highest rating shown."""
        return round(max(change.rating_after for change in self.changes))

    @property
    def worst(self) -> int:
        """Return the lowest rating shown."""
        return round(min(change.rating_after for change in self.changes))

    def _points(self) -> list[tuple[float, float]]:
        ratings = [self.changes[0].rating_before, *(change.rating_after for change in self.changes)]
        gap = (RIGHT - LEFT) / (len(ratings) - 1)
        return [(round(LEFT + gap * number, 1), rating) for number, rating in enumerate(ratings)]

    def _y(self, rating: float) -> float:
        return round(BOTTOM - (rating - self.low) / (self.high - self.low) * (BOTTOM - TOP), 1)


def chart_since(rating: Rating, since: datetime | None) -> RatingChart | None:
    """Return the chart of the latest matches of one rating since this time, at most `LONGEST`; None without any."""
    changes = RatingChange.objects.filter(rating=rating).order_by("-at")
    latest = list((changes.filter(at__gte=since) if since else changes)[:LONGEST])
    return RatingChart(latest[::-1]) if latest else None


def charts_of(player: User) -> dict[int, RatingChart]:
    """Return the chart of each of the player's ratings, by the rating's key, in one query."""
    number = Window(RowNumber(), partition_by=F("rating"), order_by=F("at").desc())
    latest = RatingChange.objects.filter(rating__player=player).annotate(number=number).filter(number__lte=SHOWN)
    changes: dict[int, list[RatingChange]] = {}
    for change in sorted(latest, key=lambda change: change.at):
        changes.setdefault(change.rating_id, []).append(change)
    return {key: RatingChart(rows) for key, rows in changes.items()}


_EARLY = gettext_lazy("It gained nothing, because it was resigned after a few moves.")

DAYS = ("30", "365")  # periods of the chart


def name_of(page: Context) -> SafeString | None:
    """Draw the rating shown beside a player's name."""
    match: Match = page["match"]
    figure = figures_in(match).of(page["player"].user, match)
    return figure_html(figure) if figure else None


def gains_of(page: Context) -> SafeString | None:
    """Draw for the card at the end of a match the ratings before and after, the viewer's or both, or why none rose."""
    view: MatchView = page["board_view"]
    if not (changes := _changes_for(view)):
        return None
    mine_alone = view.seat is not None
    listed = changes[: 1 if mine_alone else None]
    rows = [
        ("" if mine_alone else str(player), change, _EARLY if change.why == Why.EARLY else "")
        for player, change in listed
    ]
    return draw("ratings/gains", changes=rows)


def verdict_of(page: Context) -> SafeString | None:
    """Draw the rating changes of a finished match, explained; None with a guest, who has no rating."""
    view: MatchView = page["board_view"]
    match = view.match
    if not (match.first.plays_rated and match.second.plays_rated):
        return None
    game = games().get(match.game_slug)
    keeps_score = game is not None and game.keeps_score
    changes = [
        (str(player), change, "" if number and view.seat else " ".join(_explanation(str(player), change)))
        for number, (player, change) in enumerate(_changes_for(view))
    ]
    return draw("ratings/verdict", changes=changes, rated=match.rated, keeps_score=keeps_score)


def _explanation(name: str, change: RatingChange) -> list[str]:
    """Return the explanation of a rating change, in sentences."""
    chance = _("Going by the ratings, %(name)s had a %(percent)s%% chance to win.")
    sentences = [chance % {"name": name, "percent": change.percent}]
    if change.why == Why.NEWCOMER:
        sentences.append(_("It counted only a little, because the opponent is new here."))
    elif change.why == Why.EARLY:
        sentences.append(str(_EARLY))
    elif change.why == Why.PAIR:
        sentences.append(_("It counted only in part, because half of the latest matches were between the same two."))
    elif change.why:
        sentences.append(_("It counted only a little (see “How ratings work”)."))
    return sentences


def _changes_for(view: MatchView) -> list[tuple[User, RatingChange]]:
    """Return the rating changes of a finished match with their players, the viewer's first."""
    mine = view.match.player(view.seat or Seat.FIRST)
    return sorted(_changes_of(view), key=lambda pair: pair[0] != mine)


@common
def _changes_of(view: MatchView) -> list[tuple[User, RatingChange]]:
    """Return them in any order, read once for all places and viewers that show them."""
    match = view.match
    players = {match.first_id: match.first, match.second_id: match.second}
    return [(players[change.rating.player_id], change) for change in (changes_of(match) if match.rated else ())]


def standings_of(page: Context) -> Context | None:
    """Return a player's ratings, and chart and strength of the chosen one."""
    person: User = page["person"]
    now = clock.now()
    ratings = Rating.objects.filter(player=person).select_related("pool").order_by("pool__game_slug", "pool")
    if not (pairs := [(rating, figure_of(rating, now)) for rating in ratings]):
        return None
    curves = charts_of(person)
    query = page["request"].GET if "request" in page else {}
    by_pool = {rating.pool.key: (rating, figure) for rating, figure in pairs}
    most_played = max(pairs, key=lambda one: one[0].matches)
    main_rating, figure = by_pool.get(query.get("chart", ""), most_played)
    period = query.get("period", "")
    since = now - timedelta(days=int(period)) if period in DAYS else None
    return {
        "standings": [
            (rating, figure, curves.get(rating.pk))
            for rating, figure in pairs
            if rating.pool.pace == main_rating.pool.pace
        ],
        "paces": _paces([rating for rating, _figure in pairs], main_rating),
        "chosen": main_rating,
        "figure": figure,
        "shown": chart_since(main_rating, since),
        "period": period if period in DAYS else "",
        "periods": [("30", _("month")), ("365", _("year")), ("", pgettext("a period", "all"))],
        "strength": _strength_at(main_rating.pool, person),
    }


def _paces(ratings: list[Rating], main_rating: Rating) -> list[tuple[str, str, bool]]:
    """Return the paces at which the player has ratings: the name, the pool to show, and whether it is the chosen one.

    The pool to show is that of the chosen game if there is one, else the most played.
    """
    paces = []
    for pace in ("days", "live", "mirror"):
        at_pace = [rating for rating in ratings if rating.pool.pace == pace]
        if at_pace:
            best = max(at_pace, key=lambda one: (one.pool.game_slug == main_rating.pool.game_slug, one.matches))
            paces.append((best.pool.pace_name, best.pool.key, pace == main_rating.pool.pace))
    return paces


def _strength_at(pool: RatingPool, person: User) -> Strength | None:
    """Return the player's strength in the game of this pool; None where games keep no score."""
    strengths = strengths_of([pool.game_slug], [person.pk]) if pool.keeps_score else {}
    return strengths.get((pool.game_slug, person.pk))
