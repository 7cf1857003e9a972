"""Leaving for good: what is personal goes, opponents keep their matches against a name that says nothing."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import sessions
from accounts.locks import lock_players
from accounts.models import Block, User

Hook = Callable[[User], object]
_hooks: list[tuple[int, Hook]] = []


def on_deletion(hook: Hook, *, rank: int = 50) -> Hook:
    """Have `hook` called with each player who leaves, before the name goes: to withdraw offers, to resign matches.

    A lower rank is called earlier. The hook runs inside the transaction of the whole deletion: what it announces waits
    for `transaction.on_commit`, and if it fails, nothing of the deletion has happened.
    """
    _hooks.append((rank, hook))
    _hooks.sort(key=itemgetter(0))
    return hook


def delete_account(user: User) -> None:
    """Make this account anonymous: no name, e-mail, password or blocks, signed out everywhere. There is no way back.

    All of it or nothing. The lock keeps matches from beginning meanwhile, since starting one takes it as well.
    """
    with transaction.atomic():
        lock_players(user)
        for _rank, hook in _hooks:
            hook(user)
        EmailAddress.objects.filter(user=user).delete()
        Block.objects.filter(Q(by=user) | Q(of=user)).delete()
        user.groups.clear()
        user.user_permissions.clear()
        _blank(user)
        user.save()
    sessions.end_sessions_of(user.pk)


def _blank(user: User) -> None:
    """Sets each field to what says nothing about the person. The session hash hangs on the password, so all end."""
    for field in User._meta.concrete_fields:
        if not field.primary_key and (field.has_default() or field.null or field.blank):
            setattr(user, field.attname, field.get_default())
    user.username = f"deleted-{user.pk}"
    user.is_active = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()
