"""Moderation actions, each logged with its reason in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.sessions import end_sessions_of
from games.matches.services import resign_all, void_match
from games.social import live
from games.social.models import ChatSettings, Message, ModerationAction, Report


def carry_out(act: ModerationAction) -> ModerationAction:
    """Carry out a new action and add it to the log, atomically. An action whose effect already holds is logged only."""
    with transaction.atomic():
        act.save()
        _handlers[ModerationAction.Kind(act.kind)](act)
        if act.report_id:
            Report.objects.filter(pk=act.report_id, closed_at=None).update(closed_at=timezone.now())
    return act


def _silence(act: ModerationAction) -> None:
    said = {"silent_until": act.until, "silent_why": act.why}
    ChatSettings.objects.update_or_create(user=act.whom, defaults=said)


def _unsilence(act: ModerationAction) -> None:
    ChatSettings.objects.filter(user=act.whom).update(silent_until=None, silent_why="")


def _close(act: ModerationAction) -> None:
    """Close the account; the player resigns all matches, so that no opponent waits."""
    assert act.whom  # noqa: S101 - the form sees to it
    User.objects.filter(pk=act.whom.pk).update(is_active=False)
    resign_all(act.whom)
    transaction.on_commit(partial(end_sessions_of, act.whom.pk))


def _reopen(act: ModerationAction) -> None:
    User.objects.filter(acts_suffered=act, deleted_at=None).update(is_active=True)


def _void(act: ModerationAction) -> None:
    assert act.match_id  # noqa: S101 - the form sees to it
    void_match(act.match_id)


def _erase(act: ModerationAction) -> None:
    message = act.report and act.report.message
    if message:
        erase(message)


def _nothing(act: ModerationAction) -> None:
    """Do nothing: the action is logged only."""


def erase(message: Message) -> None:
    """Erase the text of a message; its row stays."""
    Message.objects.filter(pk=message.pk).update(text="", phrase="", erased_at=timezone.now())
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
