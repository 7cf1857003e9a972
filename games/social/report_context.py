"""Context of a report for the staff: the chat around it, the match, and the player's history."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse

from games.social.chat import ReadMessage
from games.social.models import Message, ModerationAction, Report

AROUND = 15  # messages before the reported one, and as many after it
LATEST = 20  # earlier reports and actions


def report_context_of(report: Report) -> dict[str, object]:
    """Return the chat around the reported or the latest message, earlier reports and actions, and links to act."""
    return {
        "lines": [ReadMessage(message, message.pk == report.message_id) for message in _around(report)],
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
    without = set() if report.message_id else {ModerationAction.Kind.ERASE}
    without |= set() if report.match_id else {ModerationAction.Kind.VOID}
    without |= {ModerationAction.Kind.CLOSE} if not report.about.is_active else {ModerationAction.Kind.REOPEN}
    return [kind for kind in ModerationAction.Kind if kind not in without]


def _action_link(kind: ModerationAction.Kind, report: Report) -> str:
    """Return the link to the form for an action, filled in from the report."""
    fields = {"kind": kind.value, "whom": report.about_id, "match": report.match_id or "", "report": report.pk}
    return f"{reverse('admin:social_moderationaction_add')}?{urlencode(fields)}"
