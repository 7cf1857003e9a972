"""Services of accounts: creation and names of guests, deletion, and blocks between players.

A deleted account's personal data is erased; opponents keep their matches against an anonymous name. Other apps take
part by the hook `account_deletion`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts import security, sessions
from accounts.guests import delete_old_keys, guest_name, make_guest_once
from accounts.hooks import account_deletion, player_blocked
from accounts.models import Block, SecurityEvent, SeenPlace, User
from accounts.names import DELETED
from accounts.player import lock_players, retire
from accounts.security import remove_factors
from accounts.throttling import GUEST
from core import clock, limits
from core.clock import browser_zone
from core.prepared import PreparedRows
from core.sweeps import Sweep
from core.web import USUAL_WAIT, too_many_page

TRIES = 20  # random names to try for a guest
STALE = timedelta(days=30)  # without a visit, after which a guest is deleted
_guests = Sweep("stale guests")
MOST_BLOCKS = 1000  # by one player
BATCH = 500  # guests deleted in one pass, so that it is short
_blocked = PreparedRows(
    lambda one, other: Block.objects.filter(Q(by=one, of=other) | Q(by=other, of=one)).values_list("pk"), int, int
)


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
        security.end_all(user.pk)
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


def make_guest(language: str = "", zone: str = "") -> User:
    """Create a guest with a free name and no password; `language` and `zone` are those of the browser."""
    for _ in range(TRIES):
        guest = User(username=guest_name(), is_guest=True, last_language=language, last_zone=zone)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("No free name for a guest")


def sign_in_guest(request: HttpRequest) -> User:
    """Return the signed-in user, or sign in a new guest. Idempotent: a double click creates one guest.

    Too many new guests from one address raise ImmediateHttpResponse, which allauth's middleware answers with 429.
    """
    if request.user.is_authenticated:
        return request.user
    guest = make_guest_once(request, partial(_admit_guest, request))
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def rename_guest(guest: User, name: str) -> bool:
    """Give a guest a name that `NicknameForm` has checked; return whether the guest has got it.

    Another player may take it meanwhile: the unique key decides. Players with an account keep their name.
    """
    if not (name and guest.is_guest):
        return False
    former, guest.username = guest.username, name
    try:
        with transaction.atomic():
            guest.save(update_fields=["username"])
    except IntegrityError:
        guest.username = former
        return False
    return True


def _admit_guest(request: HttpRequest) -> User:
    if not limits.admit(request, GUEST):
        wait = limits.opens_in(request, GUEST) or USUAL_WAIT
        raise ImmediateHttpResponse(too_many_page(request, wait, action=GUEST))
    return make_guest(get_language() or "", browser_zone(request.COOKIES))


def delete_stale_guests(now: datetime) -> int:
    """Delete guests not seen for 30 days, or anonymise them if they have matches; return their number. Not pupils.

    Keys of new guests that count no longer are deleted, too.
    """
    delete_old_keys()
    long_ago = now - STALE
    unseen = Q(seen_at__lt=long_ago) | Q(seen_at=None, date_joined__lt=long_ago)
    stale = User.objects.filter(unseen, is_guest=True, is_active=True, pupil_name="")
    return sum(_guests.run(stale.order_by("pk"), partial(_delete_guest, stale), BATCH))


def _delete_guest(stale: QuerySet[User], guest: User) -> bool:
    """Delete the guest, or anonymise a guest with matches; return False if the guest is not `stale` any more.

    A guest may come back or sign up while those before are deleted.
    """
    with transaction.atomic():
        if not (locked := stale.select_for_update().filter(pk=guest.pk).first()):
            return False
        try:
            with transaction.atomic():
                locked.delete()
        except ProtectedError:
            delete_account(locked)
    return True


def block(by: User, of: User) -> bool:
    """Block a player: neither sees offers of the other, nor can challenge them. Return whether the player is blocked.

    Players cannot block themselves, a computer player, or more than `MOST_BLOCKS` others.
    """
    if by.pk == of.pk or of.is_computer:
        return False
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)  # serialised, or the limit could be exceeded
        if Block.objects.filter(by=by, of=of).exists():
            return True
        if Block.objects.filter(by=by).count() >= MOST_BLOCKS:
            return False
        Block.objects.create(by=by, of=of)
        for heed in player_blocked:
            heed(by, of)
    return True


def unblock(by: User, of: User) -> None:
    """Remove the block, if there is one."""
    Block.objects.filter(by=by, of=of).delete()


def blocked_between(one: User, other: User) -> bool:
    """Return whether one of the two has blocked the other."""
    return bool(_blocked(one.pk, other.pk))
