"""Receivers of Django's and allauth's signals: open pages hear of a session that has ended."""

from __future__ import annotations

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.sessions import end_session, end_sessions_of


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
