"""Export of a user's social data: messages, followed and muted players, reports, and decisions about the user."""

from __future__ import annotations

from django.db.models import F

from accounts.models import User
from accounts.names import file_name
from games.social.models import ChatSettings, Comment, Favourite, Message, ModerationAction, Mute, Report


def social_of(user: User) -> dict[str, object]:
    """Return the social data, oldest first, without other users' messages and reports about this user."""
    chat_settings = ChatSettings.objects.filter(user=user).first() or ChatSettings(user=user)
    messages = Message.objects.filter(author=user).values("match", "room", "text", "phrase", "made_at", "erased_at")
    comments = Comment.objects.filter(author=user).values("topic", "text", "phrase", "made_at", "erased_at")
    reports = Report.objects.filter(by=user).values("match", "reason", "story", "made_at", name=F("about__username"))
    report_rows = [report | {"name": file_name(report["name"] or "")} for report in reports.order_by("pk")]
    own = ModerationAction.objects.filter(by=user)
    actions = ModerationAction.objects.filter(whom=user).order_by("pk")
    return {
        "conversations": chat_settings.talks,
        "silent_until": chat_settings.silent_until,
        "silent_why": chat_settings.silent_why,
        "messages": list(messages.order_by("pk")),
        "comments": list(comments.order_by("pk")),
        "favourites": _names(Favourite, user),
        "muted": _names(Mute, user),
        "reports": report_rows,
        # As a moderator, without the players: their data is not for this file.
        "moderated": list(own.order_by("pk").values("kind", "match", "until", "made_at")),
        "decisions": list(actions.values("kind", "match", "why", "until", "made_at")),
    }


def _names(relations: type[Favourite] | type[Mute], user: User) -> list[dict[str, object]]:
    rows = relations.objects.filter(by=user).select_related("of").order_by("pk")
    return [{"name": relation.of.file_name, "since": relation.made_at} for relation in rows]
