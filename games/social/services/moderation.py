"""Moderation actions, each logged with its reason in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.db import transaction

from accounts.models import User
from accounts.sessions import end_sessions_of
from core import clock
from games.matches.play.services import resign_all, void_match
from games.social import live
from games.social.models import ChatSettings, Message, ModerationAction, Report


def carry_out(action: ModerationAction) -> ModerationAction:
    """Carry out a new action and add it to the log, atomically. An action whose effect already holds is logged only."""
    with transaction.atomic():
        action.save()
        _handlers[ModerationAction.Kind(action.kind)](action)
        if action.report_id:
            Report.objects.filter(pk=action.report_id, closed_at=None).update(closed_at=clock.now())
    return action


def _silence(action: ModerationAction) -> None:
    silence = {"silent_until": action.until, "silent_why": action.why}
    ChatSettings.objects.update_or_create(user=action.whom, defaults=silence)


def _unsilence(action: ModerationAction) -> None:
    ChatSettings.objects.filter(user=action.whom).update(silent_until=None, silent_why="")


def _close(action: ModerationAction) -> None:
    """Close the account and resign all running matches of the player, so that no opponent has to wait."""
    assert action.whom  # noqa: S101 - the form sees to it
    User.objects.filter(pk=action.whom.pk).update(is_active=False)
    resign_all(action.whom)
    transaction.on_commit(partial(end_sessions_of, action.whom.pk))


def _reopen(action: ModerationAction) -> None:
    User.objects.filter(moderation_actions=action, deleted_at=None).update(is_active=True)


def _void(action: ModerationAction) -> None:
    assert action.match_id  # noqa: S101 - the form sees to it
    void_match(action.match_id)


def _erase(action: ModerationAction) -> None:
    message = action.report and action.report.message
    if message:
        erase(message)


def _nothing(action: ModerationAction) -> None:
    """Do nothing: the action is logged only."""


def erase(message: Message) -> None:
    """Erase the text of a message; its row stays."""
    Message.objects.filter(pk=message.pk).update(text="", phrase="", erased_at=clock.now())
    transaction.on_commit(partial(live.announce, message.match_id))


_handlers: dict[ModerationAction.Kind, Callable[[ModerationAction], None]] = {
    ModerationAction.Kind.SILENCE: _silence,
    ModerationAction.Kind.UNSILENCE: _unsilence,
    ModerationAction.Kind.CLOSE: _close,
    ModerationAction.Kind.REOPEN: _reopen,
    ModerationAction.Kind.VOID: _void,
    ModerationAction.Kind.ERASE: _erase,
    ModerationAction.Kind.DISMISS: _nothing,
}
