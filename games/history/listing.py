"""Lists of matches with filters and numbered pages.

The newest `COUNTED` matches have pages, so that the cost of a page stays bounded for lists of any length: a page is
read by an offset within an index. Older ones are found by a filter of their date, to which the last page leads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.utils.timezone import localtime

from accounts.models import User
from core.db.prepared import PreparedKeys, PreparedRows
from games.catalogue import games
from games.history.models import Participation
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry
from games.ratings.models import RatingChange

ROWS = 30
NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
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

    @property
    def drawn_ply(self) -> int:
        """Return the ply that the thumbnail shows."""
        return self.match.ply


@dataclass(frozen=True)
class ListPage:
    """A page of a list with this many matches, counted up to one more than `COUNTED`."""

    rows: list[PlayedMatch]
    number: int
    count: int

    @property
    def is_uncounted(self) -> bool:
        """Return whether there are more matches than `COUNTED`."""
        return self.count > COUNTED

    @property
    def newer(self) -> int:
        """Return the number of the page before this one; 0 on the first."""
        return self.number - 1

    @property
    def older(self) -> int:
        """Return the number of the page after this one; 0 on the last."""
        return self.number + 1 if self.number < last_page(self.count) else 0

    @property
    def until(self) -> str:
        """Return the day of the last match where older ones have no page, for the filter; else empty."""
        return str(localtime(self.rows[-1].participation.at).date()) if self.is_uncounted and not self.older else ""

    @property
    def numbers(self) -> list[int | None]:
        """Return the page numbers to link to, with None for a gap."""
        paginator = Paginator(range(min(self.count, COUNTED)), ROWS)
        numbers = paginator.get_elided_page_range(self.number, on_each_side=1, on_ends=1)
        return [number if isinstance(number, int) else None for number in numbers]


def participations_of(person: User) -> QuerySet[Participation]:
    """Return all participations of a player in the games that are installed."""
    return Participation.objects.filter(player=person, game_slug__in=games())


def last_page(count: int) -> int:
    """Return the number of the last page of a list with this many matches."""
    return max(-(-min(count, COUNTED) // ROWS), 1)


def page_of(person: User, condition: Q | None = None, page: str = "") -> ListPage:
    """Return the page with this number of all matches of a person, or of those whose participations fulfil a condition.

    The newest match comes first. A number beyond the last page means the last one; text that is no number, the first.
    """
    participations = participations_of(person)
    if condition:
        participations = participations.filter(condition)
    number = max(int(page), 1) if NUMBER.fullmatch(page) else 1
    if number == 1:
        # With one more, a list of one page needs no count.
        newest = _rows_of_page(participations, 1, ROWS + 1) if condition else _first_rows(tuple(games()))(person.pk)
        rows = list(newest)
        count = len(rows) if len(rows) <= ROWS else _count(participations)
    else:
        count = _count(participations)
        number = min(number, last_page(count))
        rows = list(_rows_of_page(participations, number, ROWS))
    return ListPage(rows_of(rows[:ROWS], person), number, count)


def _rows_of_page(participations: QuerySet[Participation], number: int, most: int) -> QuerySet[Participation]:
    begin = (number - 1) * ROWS
    keys = participations.order_by("-at", "-pk").values("pk")[begin : begin + most]
    return _whole(participations.model.objects.filter(pk__in=keys)).order_by("-at", "-pk")


@lru_cache(maxsize=10)
def _first_rows(slugs: tuple[str, ...]) -> PreparedRows[Participation]:
    """Return the query of the newest matches of a player in these games, which most visitors look at."""
    return PreparedRows(
        lambda player: _rows_of_page(Participation.objects.filter(player=player, game_slug__in=slugs), 1, ROWS + 1),
        int,
    )


def _count(participations: QuerySet[Participation]) -> int:
    """Return the number of matches, counted up to one more than `COUNTED`."""
    return participations.order_by()[: COUNTED + 1].count()


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
    figures = _changes(match_ids, person.pk)
    return {match_id: (round(after) - round(before), round(rating)) for match_id, before, after, rating in figures}


_changes = PreparedKeys(
    lambda matches, player: RatingChange.objects.filter(rating__player=player, match__in=matches).values_list(
        "match_id", "rating_before", "rating_after", "opponent_rating"
    ),
    str,
    int,
)


def _whole(participations: QuerySet[Participation]) -> QuerySet[Participation]:
    return participations.select_related("match", "opponent").defer("match__seed")
