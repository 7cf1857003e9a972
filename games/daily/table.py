"""The deals of today, and the table of a deal: its tries, their places, and how much better than others a result is.

Points decide, by their difference. Where a game counts something else (`Display.units`), first the small unit does,
such as games won, and then the large one. Who resigned or ran out of time comes after all who played to the end; equal
results share a place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import Count, F, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from core import clock
from games.catalogue import display_of, games
from games.computers.characters import Character, character
from games.daily.models import DailyDeal, News, Try
from games.matches.models import Match
from games.matches.outcomes import Outcome
from games.matches.pages.tallies import score_of
from games.matches.templatetags.sentences import localized, named
from games.puzzles.services.selection import today
from games.puzzles.today import Today, day_text
from games.rules import Seat
from games.social.following import followed_of

LONGEST = 50  # rows of the table
BLOCKS = 10  # of the bar of a shared result
FULL, EMPTY = "▰▱"
FRESH = timedelta(days=30)  # of news on the pages that players come to
Lead = tuple[int | None, int]


def lead_of(match: Match) -> Lead:
    """Return by what the finished try is compared: two differences, the first None for a match that was given up."""
    if match.ended.is_forfeit:
        return None, 0
    first, second = match.first_points, match.second_points
    if not match.tallies or match.display.units is None:
        return first - second, 0
    large, small = match.tallies
    return small[0] - small[1], large[0] - large[1]


def rule_of(deal: DailyDeal) -> str:
    """Return the sentence that says by what this deal's results are compared."""
    units = display_of(deal.game).units
    if units is None:
        return _("The larger difference in points is better.")
    large, small = map(localized, units)
    return _("The difference in %(first)s counts, then that in %(second)s.") % {"first": small, "second": large}


def result_of(match: Match) -> str:
    """Return the result of a finished try in a few words, such as `won 214 to 180`."""
    if match.ended is Match.Ending.RESIGNED:
        return _("resigned")
    if match.ended is Match.Ending.TIME:
        return _("out of time")
    score = score_of(match)
    own, other = score.numbers
    if score.small and match.tallies:
        own, other = match.tallies[1]
    sentences = {
        Outcome.WON: _("won %(own)s to %(other)s"),
        Outcome.LOST: _("lost %(own)s to %(other)s"),
        Outcome.DRAWN: _("drew %(own)s to %(other)s"),
    }
    return sentences.get(match.outcome(Seat.FIRST), "") % {"own": own, "other": other}


@dataclass(frozen=True)
class Results:
    """How often each result of a deal was reached."""

    counts: Counter[Lead]

    @cached_property
    def total(self) -> int:
        """The number of finished tries."""
        return self.counts.total()

    def place(self, lead: Lead) -> int:
        """Return the place of this result, from 1 on."""
        return 1 + sum(count for other, count in self.counts.items() if _rank(other) > _rank(lead))

    def better_than(self, lead: Lead) -> int | None:
        """Return the percentage of the other finished tries than which this one is better; None without others."""
        worse = sum(count for other, count in self.counts.items() if _rank(other) < _rank(lead))
        return 100 * worse // (self.total - 1) if self.total > 1 else None


def _rank(lead: Lead) -> tuple[bool, int, int]:
    return lead[0] is not None, lead[0] or 0, lead[1]


@dataclass(frozen=True)
class Row:
    """A finished try, its place, and its result in words."""

    place: int
    player: User
    match_id: str
    result: str
    lead: Lead


@dataclass(frozen=True)
class DealView:
    """A deal as one viewer sees it: the own try, and the table where that is no secret any more."""

    deal: DailyDeal
    own: Try | None
    results: Results

    @property
    def is_finished(self) -> bool:
        """Whether the viewer has finished it."""
        return self.own is not None and self.own.ended_at is not None

    @property
    def is_open(self) -> bool:
        """Whether the viewer may see the table and the matches of others."""
        return self.is_finished or self.deal.is_over

    @property
    def computer(self) -> Character:
        """The opponent of everyone."""
        return character(self.deal.level)

    @property
    def place(self) -> int | None:
        """The viewer's place; None without a result."""
        return self.results.place(self._lead) if self.own and self.own.has_result else None

    @property
    def better_than(self) -> int | None:
        """The percentage of the others than whom the viewer is better; None without a result, or without others."""
        return self.results.better_than(self._lead) if self.own and self.own.has_result else None

    @property
    def result(self) -> str:
        """The viewer's result in words; empty without one."""
        return result_of(self.own.match) if self.own and self.own.has_result else ""

    @property
    def summary(self) -> str:
        """The viewer's result and how it compares, to share; empty without one."""
        parts = [self.result]
        if self.better_than is not None:
            parts.append(_("better than %(percent)d%%") % {"percent": self.better_than})
        return " · ".join(filter(None, parts))

    @property
    def bar(self) -> str:
        """A bar of how much better than others the result is; empty without others."""
        if self.better_than is None:
            return ""
        full = round(self.better_than * BLOCKS / 100)
        return FULL * full + EMPTY * (BLOCKS - full)

    @property
    def _lead(self) -> Lead:
        return (self.own.lead, self.own.small_lead) if self.own else (None, 0)


def views_of(viewer: User | None, deals: Sequence[DailyDeal]) -> list[DealView]:
    """Return these deals with the viewer’s tries and the results of all whose accounts are open; two queries."""
    finished = Try.objects.filter(deal__in=deals, has_result=True, player__is_active=True).order_by()
    counts: dict[int, Counter[Lead]] = {deal.pk: Counter() for deal in deals}
    for deal, lead, small_lead, count in finished.values_list("deal", "lead", "small_lead").annotate(Count("pk")):
        counts[deal][lead, small_lead] += count
    own = {}
    if viewer:
        tries = Try.objects.filter(deal__in=deals, player=viewer).select_related("match__first", "match__second")
        own = {one.deal_id: one for one in tries}
    return [DealView(deal, own.get(deal.pk), Results(counts[deal.pk])) for deal in deals]


def rows_of(view: DealView) -> list[Row]:
    """Return the first rows of the table."""
    return _rows(view, _finished(view))


def friends_in(view: DealView, viewer: User) -> list[Row]:
    """Return the rows of those whom the viewer follows."""
    return _rows(view, _finished(view).filter(player__in=followed_of(viewer).order_by().values("pk")))


def _finished(view: DealView) -> QuerySet[Try]:
    tries = Try.objects.filter(deal=view.deal, has_result=True, player__is_active=True)
    by_lead = tries.order_by(F("lead").desc(nulls_last=True), "-small_lead", "ended_at", "pk")
    return by_lead.select_related("player", "match__first", "match__second").defer("match__seed")


def _rows(view: DealView, tries: QuerySet[Try]) -> list[Row]:
    places = {lead: view.results.place(lead) for lead in view.results.counts}
    rows = ((one, (one.lead, one.small_lead)) for one in tries[:LONGEST])
    return [Row(places.get(lead, 1), one.player, one.match_id, result_of(one.match), lead) for one, lead in rows]


def deals_today(viewer: User | None) -> list[DealView]:
    """Return today's deals in the order of the games; none while they are not made."""
    order = list(games())
    deals = DailyDeal.objects.filter(day=today(), game_slug__in=order)
    return views_of(viewer, sorted(deals, key=lambda deal: order.index(deal.game_slug)))


def shared_of(puzzles: Today | None, deals: Sequence[DealView], address: str) -> str:
    """Return the result of the day to share with this link: puzzles, then deals; empty before the first result."""
    lines = [f"{view.bar} {named(view.deal.game)} · {view.summary}".strip() for view in deals if view.result]
    solved = puzzles.lines if puzzles else []
    return "\n".join([day_text(), *solved, *lines, address]) if solved or lines else ""


def latest_news() -> News | None:
    """Return the latest news of the last weeks, if any."""
    return news().filter(published_at__gte=clock.now() - FRESH).first()


def news() -> QuerySet[News]:
    """Return the news that are public, the latest first."""
    return News.objects.filter(published_at__lte=clock.now())
