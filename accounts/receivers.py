"""Receivers of Django's and allauth's signals: open pages hear of a session that has ended or changed."""

from __future__ import annotations

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.sessions import end_session, end_sessions_of, recheck_session


@receiver(user_logged_out, dispatch_uid="accounts.end_session")
def signed_out(request: HttpRequest, **_signal: object) -> None:
    """End the session and tell its pages."""
    key = request.session.session_key
    request.session.flush()  # Django flushes only after this signal: too late for a page that reloads at once
    end_session(key)


@receiver([password_changed, password_reset, password_set], dispatch_uid="accounts.end_sessions")
def password_was_changed(user: User, **_signal: object) -> None:
    """Have all pages of the player reload."""
    end_sessions_of(user.pk)


@receiver(post_delete, sender=Session, dispatch_uid="accounts.recheck_session")
def session_was_deleted(instance: Session, **_signal: object) -> None:
    """Have its open pages check it again; most sessions that are deleted continue under a new key."""
    if instance.expire_date > timezone.now():
        recheck_session(instance.session_key)
