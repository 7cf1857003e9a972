"""Comments on something of another app, such as the puzzle of the day: read, written, reported, and erased by staff.

The other app decides who may read and write them, and shows them. Limits, phrases, mutes and the switch are those of
all chats.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.models import User
from core import clock
from core.hooks import Context
from games.social.chat import ReadLine, Talk, talk_of
from games.social.models import ChatSettings, Comment, Report
from games.social.services import check_talks, form_of_chat, words_of, write_once

REPORTS = "comment"  # prefix of subjects
AROUND = 15  # comments before the reported one, and as many after it


@dataclass(frozen=True)
class ReadComment(ReadLine[Comment]):
    """A comment as one viewer reads it, on the page with this path."""

    page: str

    @property
    def report_path(self) -> str:
        """Return the path of the form that reports it."""
        return f"{self.page}report/{self.message.pk}/"


def comments_on(topic: str) -> QuerySet[Comment]:
    """Return all comments on this topic, the oldest first."""
    return Comment.objects.filter(topic=topic).order_by("pk")


def comments_for(viewer: User, topic: str, page: str) -> Talk:
    """Return the latest comments on this topic as the viewer reads them on the page with this path."""
    nothing_said = gettext("No comments yet. Write the first one.")
    return talk_of(
        comments_on(topic), viewer, lambda one: ReadComment(one, one.author_id == viewer.pk, page), nothing_said
    )


def form_context(viewer: User, topic: str, page: str) -> Context:
    """Return the context of the form, which posts to this path."""
    latest = comments_on(topic).filter(author=viewer).order_by("-pk").values_list("pk", flat=True).first()
    return form_of_chat(partial(_check_writes, viewer), f"{topic}.{latest or 0}", page)


def write_comment(topic: str, author: User, *, text: str = "", phrase: str = "", token: str = "") -> Comment:
    """Store a text, or the phrase with this key. A repeated request with the token returns the same comment.

    Raises Refused.
    """
    words = words_of(text, phrase, author)
    _check_writes(author)
    comment = Comment(topic=topic, author=author, text=words, phrase=phrase, token=token)
    return write_once(comment, _store)


def _store(comment: Comment) -> None:
    with transaction.atomic():
        comment.save(force_insert=True)


def erase(key: str) -> None:
    """Erase the text of a comment, for staff; its row stays."""
    Comment.objects.filter(pk=key).update(text="", phrase="", erased_at=clock.now())


def reported_comments(report: Report) -> list[ReadLine[Comment]]:
    """Return the reported comment with those around it, for staff; none if the report is about something else."""
    prefix, _, key = report.subject.partition(":")
    reported = Comment.objects.filter(pk=key).first() if prefix == REPORTS else None
    if reported is None:
        return []
    all_of_topic = comments_on(reported.topic).select_related("author")
    earlier = all_of_topic.filter(pk__lte=reported.pk).order_by("-pk")[: AROUND + 1]
    later = all_of_topic.filter(pk__gt=reported.pk)[:AROUND]
    return [ReadLine(one, one == reported) for one in (*reversed(earlier), *later)]


def _check_writes(author: User) -> None:
    check_talks(ChatSettings.objects.filter(user=author).first())
