"""Lists of matches with filters and keyset pagination: the cost of a page does not depend on the length of the list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_datetime

from accounts.models import User
from games.catalogue import games
from games.history.models import Participation
from games.matches.models import Match
from games.matches.pages.match_view import Entry
from games.ratings.models import RatingChange

ROWS = 30
KEY = re.compile(r"[0-9]{1,18}", re.ASCII)
COUNTED = 10_000  # matches; beyond this number, a list only says that there are more


@dataclass(frozen=True)
class Row:
    """One match of one player, with the change of the player's rating."""

    part: Participation
    entry: Entry
    gain: int | None

    @property
    def match(self) -> Match:
        """Return the match."""
        return self.entry.match

    @property
    def gain_size(self) -> int:
        """Return the absolute value of the rating change."""
        return abs(self.gain or 0)

    @property
    def drawn_ply(self) -> int:
        """Return the ply that the thumbnail shows."""
        return self.match.ply


@dataclass(frozen=True)
class Page:
    """A page of a list; `newer` and `older` are the cursors of its neighbours, empty at an end."""

    rows: list[Row]
    newer: str
    older: str
    count: int

    @property
    def is_uncounted(self) -> bool:
        """Return whether there are more matches than COUNTED."""
        return self.count > COUNTED


def parts_of(person: User) -> QuerySet[Participation]:
    """Return all participations of a player in the games that are installed."""
    return Participation.objects.filter(player=person, game_slug__in=games())


def page_of(parts: QuerySet[Participation], person: User, *, before: str = "", after: str = "") -> Page:
    """Return the page before or after a cursor, newest first; an invalid cursor means the first page."""
    older_than, newer_than = _mark(before), _mark(after)
    cut = _cut("gt", newer_than) if newer_than else _cut("lt", older_than) if older_than else Q()
    order = ("at", "pk") if newer_than else ("-at", "-pk")
    found = list(_whole(parts.filter(cut)).order_by(*order)[: ROWS + 1])
    more, found = len(found) > ROWS, found[:ROWS]
    if newer_than:
        found.reverse()
    has_newer = more if newer_than else older_than is not None
    has_older = newer_than is not None or more
    return Page(
        rows=rows_of(found, person),
        newer=_name(found[0]) if found and has_newer else "",
        older=_name(found[-1]) if found and has_older else "",
        count=parts.order_by()[: COUNTED + 1].count(),
    )


def latest(parts: QuerySet[Participation], person: User, number: int) -> list[Row]:
    """Return the rows of the newest matches of a list, at most this many."""
    return rows_of(list(_whole(parts).order_by("-at", "-pk")[:number]), person)


def rows_of(parts: list[Participation], person: User) -> list[Row]:
    """Return the rows of these participations, with both players and the rating change."""
    changes = gains(person, [part.match_id for part in parts])
    return [row_of(part, person, changes.get(part.match_id)) for part in parts]


def row_of(part: Participation, person: User, gain: int | None = None) -> Row:
    """Return the row of one participation, with both players."""
    mine = part.match.first_id == person.pk
    part.match.first, part.match.second = (person, part.opponent) if mine else (part.opponent, person)
    return Row(part, Entry(part.match, person), gain)


def gains(person: User, match_ids: list[str]) -> dict[str, int]:
    """Return the player's rating change in each of these matches."""
    known = RatingChange.objects.filter(rating__player=person, match__in=match_ids)
    figures = known.values_list("match_id", "rating_before", "rating_after")
    return {match_id: round(after) - round(before) for match_id, before, after in figures}


def _whole(parts: QuerySet[Participation]) -> QuerySet[Participation]:
    return parts.select_related("match", "opponent").defer("match__seed")


def _name(part: Participation) -> str:
    return f"{part.at.isoformat()}_{part.pk}"


def _mark(name: str) -> tuple[datetime, int] | None:
    at, _sign, key = name.partition("_")
    try:
        moment = parse_datetime(at)
    except ValueError:
        return None
    if moment is None or moment.tzinfo is None or not KEY.fullmatch(key):
        return None
    return moment, int(key)


def _cut(side: str, mark: tuple[datetime, int]) -> Q:
    at, key = mark
    return Q(**{f"at__{side}e": at}) & (Q(**{f"at__{side}": at}) | Q(**{f"pk__{side}": key}))
