"""Lists of matches with filters and numbered pages.

The first `COUNTED` matches have numbered pages, read by an offset within an index. Keyset pagination leads on from the
last of them, so the cost of a page stays bounded for lists of any length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_datetime

from accounts.models import User
from core.db.prepared import PreparedKeys, PreparedRows
from games.catalogue import games
from games.history.models import Participation
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry
from games.ratings.models import RatingChange

ROWS = 30
KEY = re.compile(r"[0-9]{1,18}", re.ASCII)
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
class Page:
    """A page of a list; `newer` and `older` are the queries of its neighbours, empty at an end.

    `number` is 0 on a page that was asked for by a cursor.
    """

    rows: list[PlayedMatch]
    newer: str
    older: str
    count: int
    number: int = 0

    @property
    def is_uncounted(self) -> bool:
        """Return whether there are more matches than COUNTED."""
        return self.count > COUNTED

    @property
    def last(self) -> int:
        """Return the number of the last numbered page."""
        return last_page(self.count)

    @property
    def numbers(self) -> list[int | None]:
        """Return the page numbers to link to, with None for a gap; empty for a single page."""
        near = {1, self.last, *range(self.number - 1, self.number + 2)} if self.number else {1, self.last}
        pages = sorted(number for number in near if 1 <= number <= self.last)
        links: list[int | None] = []
        for number in pages if self.last > 1 else ():
            if links and number - (links[-1] or 0) > 1:
                links.append(number - 1 if number - (links[-1] or 0) == 2 else None)
            links.append(number)
        return links


def participations_of(person: User) -> QuerySet[Participation]:
    """Return all participations of a player in the games that are installed."""
    return Participation.objects.filter(player=person, game_slug__in=games())


def last_page(count: int) -> int:
    """Return the number of the last numbered page of a list with this many matches."""
    return max(-(-min(count, COUNTED) // ROWS), 1)


def page_of(person: User, condition: Q | None = None, *, page: str = "", before: str = "", after: str = "") -> Page:
    """Return the page with this number, or before or after a cursor, newest first; the first one if both are invalid.

    It lists all matches of a person, or those that fulfil a condition on their participations.

    A number beyond the last page means the last one.
    """
    participations = participations_of(person)
    if condition:
        participations = participations.filter(condition)
    older_than, newer_than = _mark(before), _mark(after)
    if not (older_than or newer_than):
        number = int(page) if KEY.fullmatch(page) else 1
        begin = _first_rows(tuple(games()))(person.pk) if number <= 1 and not condition else None
        return _numbered(participations, person, number, begin)
    cut = _newer(newer_than) if newer_than else _older(older_than) if older_than else Q()
    order = ("at", "pk") if newer_than else ("-at", "-pk")
    rows = list(_whole(participations.filter(cut)).order_by(*order)[: ROWS + 1])
    more, rows = len(rows) > ROWS, rows[:ROWS]
    if newer_than:
        rows.reverse()
    has_newer = more if newer_than else older_than is not None
    has_older = newer_than is not None or more
    return Page(
        rows=rows_of(rows, person),
        newer=urlencode({"after": _name(rows[0])}) if rows and has_newer else "",
        older=urlencode({"before": _name(rows[-1])}) if rows and has_older else "",
        count=_count(participations),
    )


def _numbered(
    participations: QuerySet[Participation], person: User, number: int, begin: list[Participation] | None
) -> Page:
    """Return a numbered page; `begin` are the first rows of the list, where they are at hand."""
    if number <= 1:
        # With one more, a list of one page needs no count.
        rows = list(_rows_of_page(participations, 1, ROWS + 1)) if begin is None else begin
        count = len(rows) if len(rows) <= ROWS else _count(participations)
        number, rows = 1, rows[:ROWS]
    else:
        count = _count(participations)
        number = min(number, last_page(count))
        rows = list(_rows_of_page(participations, number, ROWS))
    older = f"page={number + 1}" if number < last_page(count) else ""
    if not older and count > COUNTED and rows:
        older = urlencode({"before": _name(rows[-1])})
    return Page(
        rows=rows_of(rows, person),
        newer=f"page={number - 1}" if number > 1 else "",
        older=older,
        count=count,
        number=number,
    )


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


def _name(participation: Participation) -> str:
    return f"{participation.at.isoformat()}_{participation.pk}"


def _mark(name: str) -> tuple[datetime, int] | None:
    """Return the time and key that a cursor names; None for text that is none."""
    at, _sign, key = name.partition("_")
    try:
        moment = parse_datetime(at)
        if moment is None or moment.tzinfo is None or not KEY.fullmatch(key):
            return None
        return moment.astimezone(UTC), int(key)
    except (ValueError, OverflowError):  # OverflowError: a time zone leads out of the years 1 to 9999
        return None


def _older(mark: tuple[datetime, int]) -> Q:
    at, key = mark
    return Q(at__lte=at) & (Q(at__lt=at) | Q(pk__lt=key))


def _newer(mark: tuple[datetime, int]) -> Q:
    at, key = mark
    return Q(at__gte=at) & (Q(at__gt=at) | Q(pk__gt=key))
