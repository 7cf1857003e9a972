"""Leaving for good: what is personal goes, opponents keep their matches against a name that says nothing."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import sessions
from accounts.models import Block, User

Hook = Callable[[User], object]
_hooks: list[Hook] = []


def on_farewell(hook: Hook) -> Hook:
    """Have `hook` called with each player who leaves, before the name goes: to withdraw offers, to resign matches."""
    _hooks.append(hook)
    return hook


def say_farewell(user: User) -> None:
    """Make this player nobody: no name, e-mail, password or blocks, signed out everywhere. There is no way back."""
    for hook in _hooks:
        hook(user)
    with transaction.atomic():
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
