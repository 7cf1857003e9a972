"""Receivers of Django's and allauth's signals: the security log, and open pages of sessions that ended or changed."""

from __future__ import annotations

from functools import partial

from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.signals import (
    authentication_step_completed,
    email_added,
    email_changed,
    email_confirmed,
    email_removed,
    password_changed,
    password_reset,
    password_set,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed, authenticator_added, authenticator_removed, authenticator_reset
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.signals import social_account_added, social_account_removed
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts.hooks import sessions_ended
from accounts.models import User
from accounts.online import presence
from accounts.security import Kind, end_all, has_factor, record, warn_of_new_browser, write
from accounts.sessions import end_session, end_sessions_of, note_proof, note_session, recheck_session, sign_out
from core import clock

# What is logged of a change, of e-mail addresses without them; new recovery codes count as added.
CHANGES: dict[Signal, tuple[Kind, str]] = {
    email_added: (Kind.EMAIL_CHANGED, "added"),
    email_changed: (Kind.EMAIL_CHANGED, "primary"),
    email_removed: (Kind.EMAIL_CHANGED, "removed"),
    social_account_added: (Kind.PROVIDER_CHANGED, "added"),
    social_account_removed: (Kind.PROVIDER_CHANGED, "removed"),
    authenticator_added: (Kind.FACTOR_ADDED, ""),
    authenticator_reset: (Kind.FACTOR_ADDED, ""),
    authenticator_removed: (Kind.FACTOR_REMOVED, ""),
}

sessions_ended.register(end_all)


@receiver(user_logged_in, dispatch_uid="accounts.note_session")
def signed_in(request: HttpRequest, user: User, **_signal: object) -> None:
    """Add the browser to the player's list, log the sign-in, and warn the owner of an unusual one."""
    note_proof(request.session)
    if not request.session.session_key:
        request.session.save()
    note_session(user, request)
    if not user.is_guest:
        methods = ",".join(str(one.get("method")) for one in get_authentication_records(request, user))
        facts = {"staff": True, "factor": has_factor(user)} if user.is_staff else {}
        warn_of_new_browser(user, request)
        record(Kind.SIGNED_IN, user, request, method=methods, **facts)


@receiver(authentication_step_completed, dispatch_uid="accounts.renew_session")
def proved_again(request: HttpRequest, user: User, reauthenticated: bool = False, **_signal: object) -> None:
    """Renew the key of the session after a reauthentication, as after a sign-in (against session fixation)."""
    former = request.session.session_key
    if reauthenticated:
        note_proof(request.session)
        request.session.cycle_key()
        note_session(user, request)
        end_session(former)


@receiver(user_login_failed, dispatch_uid="accounts.log_failure")
def sign_in_failed(credentials: dict[str, str], request: HttpRequest | None = None, **_signal: object) -> None:
    """Log a wrong password for the account that was meant; what was typed as a name is not logged."""
    if user := User.objects.filter(username=credentials.get("username"), is_guest=False).first():
        record(Kind.FAILED, user, request)
    else:
        write(Kind.FAILED.value, request)


@receiver(authentication_failed, dispatch_uid="accounts.log_wrong_code")
def code_was_wrong(user: User, request: HttpRequest, **_signal: object) -> None:
    """Log a wrong code."""
    record(Kind.FAILED, user, request, method="mfa")


@receiver(user_logged_out, dispatch_uid="accounts.end_session")
def signed_out(request: HttpRequest, user: User | None, **_signal: object) -> None:
    """End the session and tell its pages; the player has left, unless a page is open in another browser."""
    key = request.session.session_key
    request.session.flush()  # Django flushes only after this signal: too late for a page that reloads at once
    sign_out(key, user.pk if user else None)
    if user:
        presence.leave(user, signed_out=True)


@receiver([password_changed, password_reset, password_set], dispatch_uid="accounts.end_sessions")
def password_was_changed(user: User, request: HttpRequest, signal: Signal, **_signal: object) -> None:
    """Log the change, and have all pages of the player reload."""
    end_sessions_of(user.pk)
    record(Kind.PASSWORD_RESET if signal is password_reset else Kind.PASSWORD_CHANGED, user, request)


@receiver(post_delete, sender=Session, dispatch_uid="accounts.recheck_session")
def session_was_deleted(instance: Session, **_signal: object) -> None:
    """Have open pages of the session check it again; most deleted sessions continue under a new key."""
    if instance.expire_date > clock.now():
        # Django sends this signal before the commit: who checks at once would still find the session.
        transaction.on_commit(partial(recheck_session, instance.session_key))


@receiver(email_confirmed, dispatch_uid="accounts.drop_claims")
def address_was_confirmed(email_address: EmailAddress, request: HttpRequest, **_signal: object) -> None:
    """Log the confirmation, and remove the address from accounts that named it without confirming it."""
    record(Kind.EMAIL_CHANGED, email_address.user, request, change="confirmed")
    for claim in EmailAddress.objects.filter(email=email_address.email, verified=False).exclude(pk=email_address.pk):
        claim.remove()


@receiver([*CHANGES], dispatch_uid="accounts.log_change")
def account_was_changed(
    request: HttpRequest,
    signal: Signal,
    user: User | None = None,
    authenticator: Authenticator | None = None,
    sociallogin: SocialLogin | None = None,
    socialaccount: SocialAccount | None = None,
    **_signal: object,
) -> None:
    """Log a change of e-mail addresses, second factors, or other sites with which the player signs in."""
    kind, change = CHANGES[signal]
    owner = user or (sociallogin or socialaccount).user  # type: ignore[union-attr]  # one of them is always there
    record(kind, owner, request, change=change, type=str(authenticator.type) if authenticator else "")
