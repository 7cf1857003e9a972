"""Lists of the admin that stay quick however many rows their tables have."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet

from accounts.models import User

if TYPE_CHECKING:  # generic in the stubs only
    _Paginator = Paginator[Any]  # of rows of any model
else:
    _Paginator = Paginator

M = TypeVar("M", bound=Model)

MOST = 10_000  # rows that a list counts and shows; a search or a filter finds the others
MOST_PLAYERS = 200  # whose names contain what is searched for


class BoundedPaginator(_Paginator):
    """A paginator that counts no further than `MOST`."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most `MOST`."""
        rows = self.object_list
        if not isinstance(rows, QuerySet):
            return len(rows)
        return rows.order_by().values("pk")[:MOST].count()


def of_players(rows: QuerySet[M], term: str, players: Iterable[str], exact: Iterable[str] = ()) -> QuerySet[M]:
    """Return the rows of players whose names contain the term, or in which a field of `exact` equals it.

    `players` are the lookups of the players. They are found first, so that their indexes are used.
    """
    if not term:
        return rows
    keys = list(
        User.objects.filter(username__icontains=term).order_by("pk").values_list("pk", flat=True)[:MOST_PLAYERS]
    )
    condition = Q(*((f"{path}__in", keys) for path in players), _connector=Q.OR)
    return rows.filter(condition | Q(*((path, term) for path in exact), _connector=Q.OR))
