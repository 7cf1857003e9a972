"""Account deletion: personal data is erased, and opponents keep their matches with an anonymous name."""

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
    """Register a hook that is called with each user whose account is deleted, before the name is erased.

    Hooks withdraw offers, resign matches and so on; those with a lower rank are called first. They run inside the
    transaction of the deletion: announcements must wait for `transaction.on_commit`, and an exception rolls back the
    whole deletion.
    """
    _hooks.append((rank, hook))
    _hooks.sort(key=itemgetter(0))
    return hook


def delete_account(user: User) -> None:
    """Make this account anonymous: no name, e-mail, password or blocks, signed out everywhere. Irreversible.

    Atomic. Starting a match takes the same lock, so no match starts meanwhile.
    """
    with transaction.atomic():
        lock_players(user)
        for _rank, hook in _hooks:
            hook(user)
        EmailAddress.objects.filter(user=user).delete()
        Block.objects.filter(Q(by=user) | Q(of=user)).delete()
        user.groups.clear()
        user.user_permissions.clear()
        _erase_personal_data(user)
        user.save()
    sessions.end_sessions_of(user.pk)


def _erase_personal_data(user: User) -> None:
    """Reset every personal field. Sessions end too, because their hash depends on the password."""
    for field in User._meta.concrete_fields:
        if not field.primary_key and (field.has_default() or field.null or field.blank):
            setattr(user, field.attname, field.get_default())
    user.username = f"deleted-{user.pk}"
    user.is_active = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()
