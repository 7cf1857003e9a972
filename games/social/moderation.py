"""Moderation: the context of a report, the form of an action, and actions, each logged in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.sessions import end_sessions_of
from core import clock
from games.matches.models import Match
from games.matches.play.services import resign_all, void_match
from games.social import notices, services
from games.social.chat import ReadLine
from games.social.comments import reported_comments
from games.social.hooks import eraser_of
from games.social.models import ChatSettings, Message, ModerationAction, Report

AROUND = 15  # messages before the reported one, and as many after it
LATEST = 20  # earlier reports and actions


def carry_out(action: ModerationAction) -> ModerationAction:
    """Carry out a new action and add it to the log, atomically. An action whose effect already holds is logged only."""
    with transaction.atomic():
        action.save()
        _handlers[ModerationAction.Kind(action.kind)](action)
        waiting = Report.objects.filter(moderation_actions=action, closed_at=None)
        notices.tell(action, is_answer=bool(waiting.update(closed_at=clock.now())))
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
    report = action.report
    if report and report.message:
        erase(report.message)
    elif report and (erase_text := eraser_of(report)):
        erase_text()


def _nothing(action: ModerationAction) -> None:
    """Do nothing: the action is logged only."""


def erase(message: Message) -> None:
    """Erase the text of a message; its row stays."""
    Message.objects.filter(pk=message.pk).update(text="", phrase="", erased_at=clock.now())
    transaction.on_commit(partial(services.announce, message.match_id))


_handlers: dict[ModerationAction.Kind, Callable[[ModerationAction], None]] = {
    ModerationAction.Kind.SILENCE: _silence,
    ModerationAction.Kind.UNSILENCE: _unsilence,
    ModerationAction.Kind.CLOSE: _close,
    ModerationAction.Kind.REOPEN: _reopen,
    ModerationAction.Kind.VOID: _void,
    ModerationAction.Kind.ERASE: _erase,
    ModerationAction.Kind.DISMISS: _nothing,
}


Kind = ModerationAction.Kind
PERSONAL = {Kind.SILENCE, Kind.UNSILENCE, Kind.CLOSE, Kind.REOPEN}


class ModerationActionForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """One action: kind, target, report, end date and reason."""

    match = forms.ModelChoiceField(Match.objects.all(), required=False, widget=forms.TextInput)

    class Meta:
        model = ModerationAction
        fields = ("kind", "whom", "match", "report", "until", "why")
        widgets = {"why": forms.Textarea(attrs={"rows": 3})}
        help_texts = {
            "why": gettext_lazy(
                "The player reads this sentence; with “no action” the one who reported. It stays in the log."
            )
        }

    def clean(self) -> dict[str, object]:
        """Check that everything the kind of action needs is given. Raises ValidationError."""
        data = super().clean() or {}
        kind, whom, until, report = (data.get(name) for name in ("kind", "whom", "until", "report"))
        if kind in PERSONAL and whom is None:
            self.add_error("whom", _("Say who."))
        if kind in (Kind.CLOSE, Kind.SILENCE) and whom and whom.is_superuser:
            self.add_error("whom", _("You cannot block site staff."))
        if kind == Kind.REOPEN and whom and whom.deleted_at:
            self.add_error("whom", _("This player has deleted their account."))
        if kind == Kind.SILENCE and (until is None or until <= clock.now()):
            self.add_error("until", _("Pick a date in the future."))
        if kind == Kind.VOID and data.get("match") is None:
            self.add_error("match", _("Choose a match."))
        if kind == Kind.DISMISS and report is None:
            self.add_error("report", _("Choose a report."))
        if kind == Kind.ERASE and (report is None or not _has_text(report)):
            raise ValidationError(_("You can erase only reported messages."))
        return data


def _has_text(report: Report) -> bool:
    return report.message_id is not None or eraser_of(report) is not None


def report_context_of(report: Report) -> dict[str, object]:
    """Return the chat around the reported or the latest message, earlier reports and actions, and links to act."""
    return {
        "lines": reported_comments(report) or [ReadLine(one, one.pk == report.message_id) for one in _around(report)],
        "reports": Report.objects.filter(about=report.about).exclude(pk=report.pk).order_by("-made_at")[:LATEST],
        "actions": ModerationAction.objects.filter(whom=report.about).select_related("by")[:LATEST],
        "links": [(kind.label, _action_link(kind, report)) for kind in _possible(report)],
    }


def _around(report: Report) -> list[Message]:
    messages = Message.objects.filter(match=report.match_id).select_related("author") if report.match_id else None
    if messages is None:
        return []
    if report.message is None:
        return _oldest_first(messages, 2 * AROUND)
    room = messages.filter(room=report.message.room)
    after = room.filter(pk__gt=report.message.pk).order_by("pk")[:AROUND]
    return [*_oldest_first(room.filter(pk__lte=report.message.pk), AROUND + 1), *after]


def _oldest_first(messages: QuerySet[Message], most: int) -> list[Message]:
    return list(messages.order_by("-pk")[:most])[::-1]


def _possible(report: Report) -> list[ModerationAction.Kind]:
    without = set() if _has_text(report) else {ModerationAction.Kind.ERASE}
    without |= set() if report.match_id else {ModerationAction.Kind.VOID}
    without |= {ModerationAction.Kind.CLOSE} if not report.about.is_active else {ModerationAction.Kind.REOPEN}
    return [kind for kind in ModerationAction.Kind if kind not in without]


def _action_link(kind: ModerationAction.Kind, report: Report) -> str:
    """Return the link to the form for an action, filled in from the report."""
    fields = {"kind": kind.value, "whom": report.about_id, "match": report.match_id or "", "report": report.pk}
    return f"{reverse('admin:social_moderationaction_add')}?{urlencode(fields)}"
