"""Account deletion: personal data is erased, opponents keep their matches against an anonymous name.

Other apps take part by the hook `account_deletion`.
"""

from __future__ import annotations

from functools import partial

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import Q

from accounts.hooks import account_deletion
from accounts.models import Block, SecurityEvent, SeenPlace, User
from accounts.names import DELETED
from accounts.naming.retired_names import retire
from accounts.player import lock_players
from accounts.security import sessions
from accounts.security.factors import remove_factors
from core import clock


def delete_account(user: User) -> None:
    """Make this account anonymous: no name, e-mail, password or blocks, signed out everywhere. Irreversible.

    Atomic. Starting a match takes the same lock, so no match starts meanwhile.
    """
    with transaction.atomic():
        lock_players(user)
        for clean_up in account_deletion:
            clean_up(user)
        EmailAddress.objects.filter(user=user).delete()
        sessions.delete_sessions(user)  # they name the address that was used to sign in
        SecurityEvent.objects.filter(user=user).delete()
        SeenPlace.objects.filter(user=user).delete()
        remove_factors(user)
        SocialAccount.objects.filter(user=user).delete()
        Block.objects.filter(Q(by=user) | Q(of=user)).delete()
        user.groups.clear()
        user.user_permissions.clear()
        retire(user.username)
        _erase_personal_data(user)
        user.save()
    transaction.on_commit(partial(sessions.end_sessions_of, user.pk))  # of the caller, if this is part of more


def _erase_personal_data(user: User) -> None:
    """Reset every personal field. Sessions end too, because their hash depends on the password."""
    for field in User._meta.concrete_fields:
        if not field.primary_key and (field.has_default() or field.null or field.blank):
            setattr(user, field.attname, field.get_default())
    user.username = f"{DELETED}{user.pk}"
    user.is_active = False
    user.deleted_at = clock.now()
    user.set_unusable_password()
