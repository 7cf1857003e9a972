"""Lists of matches with filters and numbered pages.

The newest `COUNTED` matches have pages, so that the cost of a page stays bounded for lists of any length: a page is
read by an offset within an index. Older ones are found by a filter of their date, to which the last page leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils.timezone import localtime

from accounts.models import User
from core.web import parse_key
from games.catalogue import games
from games.history.models import Participation
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry
from games.ratings.models import RatingChange

ROWS = 30
COUNTED = 10_000  # matches; beyond this number, a list only says that there are more


@dataclass(frozen=True)
class PlayedMatch:
    """One match of one player, with the change of the player's rating."""

    participation: Participation
    entry: MatchEntry
    gain: int | None
    opponent_rating: int | None = None

    @property
    def match(self) -> Match:
        """Return the match."""
        return self.entry.match


@dataclass(frozen=True)
class ListPage:
    """A page of a list: its rows, its place among the pages, and whether there are more matches than `COUNTED`."""

    rows: list[PlayedMatch]
    place: Page[int]
    is_uncounted: bool

    @property
    def until(self) -> str:
        """Return the day of the last match where older ones have no page, for the filter; else empty."""
        is_last = self.is_uncounted and not self.place.has_next()
        return str(localtime(self.rows[-1].participation.at).date()) if is_last else ""

    @property
    def numbers(self) -> Iterator[str | int]:
        """Return the page numbers to link to, with `Paginator.ELLIPSIS` for a gap."""
        return self.place.paginator.get_elided_page_range(self.place.number, on_each_side=1, on_ends=1)


def participations_of(person: User) -> QuerySet[Participation]:
    """Return all participations of a player in the games that are installed."""
    return Participation.objects.filter(player=person, game_slug__in=games())


def page_of(person: User, condition: Q | None = None, page: str = "") -> ListPage:
    """Return the page with this number of all matches of a person, or of those whose participations fulfil a condition.

    The newest match comes first. A number beyond the last page means the last one; text that is no number, the first.
    """
    participations = participations_of(person).filter(condition or Q())
    count = participations.order_by()[: COUNTED + 1].count()
    place = Paginator(range(min(count, COUNTED)), ROWS).get_page(parse_key(page) or 1)
    begin = (place.number - 1) * ROWS
    keys = participations.order_by("-at", "-pk").values("pk")[begin : begin + ROWS]
    rows = latest(Participation.objects.filter(pk__in=keys), person, ROWS)
    return ListPage(rows, place, count > COUNTED)


def latest(participations: QuerySet[Participation], person: User, number: int) -> list[PlayedMatch]:
    """Return the rows of the newest matches of a list, at most this many."""
    return rows_of(list(_whole(participations).order_by("-at", "-pk")[:number]), person)


def rows_of(participations: list[Participation], person: User) -> list[PlayedMatch]:
    """Return the rows of these participations, with both players and the rating change."""
    changes = gains(person, [one.match_id for one in participations])
    return [row_of(one, person, *changes.get(one.match_id, (None, None))) for one in participations]


def row_of(
    participation: Participation, person: User, gain: int | None = None, opponent_rating: int | None = None
) -> PlayedMatch:
    """Return the row of one participation, with both players."""
    match, opponent = participation.match, participation.opponent
    match.first, match.second = (person, opponent) if match.first_id == person.pk else (opponent, person)
    return PlayedMatch(participation, MatchEntry(match, person), gain, opponent_rating)


def gains(person: User, match_ids: list[str]) -> dict[str, tuple[int, int]]:
    """Return the player's rating change in each of these matches, and the opponent's rating before it."""
    changes = RatingChange.objects.filter(rating__player=person, match__in=match_ids)
    return {change.match_id: (change.gain, round(change.opponent_rating)) for change in changes}


def _whole(participations: QuerySet[Participation]) -> QuerySet[Participation]:
    return participations.select_related("match", "opponent").defer("match__seed")
