"""Ended sessions: open pages of the same browser, or of the player anywhere, are told to reload."""

from __future__ import annotations

import hashlib
from importlib import import_module

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from accounts import fanout
from accounts.languages import Scope
from accounts.models import User


def topics_of(scope: Scope) -> list[str]:
    """Return the topics that a socket hears: of its session, and of its player, whose sessions may all end at once.

    They get {"type": "session.ended"}, or {"type": "session.changed"} where the session has to be checked again.
    """
    key = getattr(scope.get("session"), "session_key", None)
    pk = getattr(scope.get("user"), "pk", None)
    return [*([_session_topic(key)] if key else []), *([_player_topic(pk)] if pk else [])]


def end_session(session_key: str | None) -> None:
    """Tell the open pages of this session that it has ended; call it afterwards."""
    if session_key:
        _tell(_session_topic(session_key))


def end_sessions_of(user_id: int) -> None:
    """Tell all open pages of this player to reload; those still signed in show the same page again."""
    _tell(_player_topic(user_id))


def recheck_session(session_key: str) -> None:
    """Have open pages of this session check it again; call it afterwards."""
    fanout.publish([_session_topic(session_key)], {"type": "session.changed"})


def _session_topic(session_key: str) -> str:
    return f"session.{hashlib.sha256(session_key.encode()).hexdigest()[:40]}"


def _player_topic(user_id: int) -> str:
    return f"sessions.{user_id}"


def _tell(topic: str) -> None:
    fanout.publish([topic], {"type": "session.ended"})


def still_signed_in(scope: Scope) -> bool:
    """Return whether the player of this socket is still signed in; True for a socket that never was."""
    user = scope.get("user")
    return not isinstance(user, User) or _belongs_to(scope["session"].session_key, user.pk)


def _belongs_to(session_key: str, user_id: int) -> bool:
    """Return whether this session still belongs to this user. Unlike Django's own check it never flushes it."""
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or session.get(SESSION_KEY) != str(user_id):
        return False
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
