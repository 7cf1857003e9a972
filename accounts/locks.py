"""The lock on players, which beginning a match and deleting an account both take."""

from __future__ import annotations

from accounts.models import User


def lock_players(*players: User) -> bool:
    """Lock the rows of these players until the transaction ends; return whether all accounts are still open.

    The rows are taken in the order of their keys, so that two who lock the same players never wait in a circle. Call it
    before any row of an offer or a match is locked. Computer players are left out: they never leave, and many matches
    begin with the same one.
    """
    keys = sorted({player.pk for player in players if not player.is_computer})
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    open_now = dict(rows.values_list("pk", "is_active"))
    return all(open_now.get(key) for key in keys)
