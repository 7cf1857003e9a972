"""Ended sessions: open pages of the same browser, or of the player anywhere, are told to reload."""

from __future__ import annotations

import hashlib
import logging
from importlib import import_module

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from accounts.languages import Scope
from accounts.models import User

logger = logging.getLogger(__name__)


def group_of(scope: Scope) -> str:
    """Return the channel group of a socket's session; it gets {"type": "session.ended"} when the session ends."""
    return _session_group(getattr(scope.get("session"), "session_key", None))


def groups_of(scope: Scope) -> list[str]:
    """Return the groups that a socket joins: of its session, and of its player, whose sessions may all end at once."""
    pk = getattr(scope.get("user"), "pk", None)
    return [group_of(scope)] if pk is None else [group_of(scope), _player_group(pk)]


def end_session(session_key: str | None) -> None:
    """Tell the open pages of this session that it has ended; call it afterwards."""
    if session_key:
        _tell(_session_group(session_key))


def end_sessions_of(user_id: int) -> None:
    """Tell all open pages of this player to reload; those still signed in show the same page again."""
    _tell(_player_group(user_id))


def _session_group(session_key: str | None) -> str:
    return f"session-{hashlib.sha256(session_key.encode()).hexdigest()[:40]}" if session_key else "session-none"


def _player_group(user_id: int) -> str:
    return f"player-{user_id}"


def _tell(group: str) -> None:
    layer = get_channel_layer()
    try:
        async_to_sync(layer.group_send)(group, {"type": "session.ended"})
    except Exception:
        logger.exception("Could not tell %s that it has ended", group)


async def still_signed_in(scope: Scope) -> bool:
    """Return whether the player of this socket is still signed in; True for a socket that never was."""
    user = scope.get("user")
    if not isinstance(user, User):
        return True
    return bool(await database_sync_to_async(_belongs_to)(scope["session"].session_key, user.pk))


def _belongs_to(session_key: str, user_id: int) -> bool:
    """Return whether this session still belongs to this user. Unlike Django's own check it never flushes it."""
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or session.get(SESSION_KEY) != str(user_id):
        return False
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
