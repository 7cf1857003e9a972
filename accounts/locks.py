"""The row lock on players, held while a match starts or an account is deleted."""

from __future__ import annotations

from accounts.models import User


def lock_players(*players: User) -> bool:
    """Lock the rows of these players until the transaction ends; return whether all accounts are still open.

    Rows are locked in the order of their primary keys, so callers cannot deadlock. Call this before locking any row of
    an offer or a match. Computer players are not locked: they are never deleted, and many matches start with the same
    one.
    """
    keys = sorted({player.pk for player in players if not player.is_computer})
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    open_now = dict(rows.values_list("pk", "is_active"))
    return all(open_now.get(key) for key in keys)
