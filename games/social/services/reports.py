"""Reports to the staff."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from accounts.models import User
from core import clock, limits
from games.matches.models import Match
from games.social.errors import NotYou, TooManyReports
from games.social.models import LONGEST_STORY, Message, Report
from games.social.sanitize import sanitize

KEPT = timedelta(days=365)  # after a report was closed: long enough to see a player's history
BATCH = 1000  # rows changed in one pass


def report(
    by: User, about: User, *, reason: str, story: str = "", match: Match | None = None, message: Message | None = None
) -> Report:
    """Report a player; while a report on the same subject is open, return that one. Raises Refused."""
    if by.pk == about.pk:
        raise NotYou
    subject = _subject(about, match, message)
    if open_report := _open_report(by, subject):
        return open_report
    if not limits.admit_account(by.pk, "reports"):
        raise TooManyReports
    new_report = Report(by=by, about=about, match=match, message=message, subject=subject, reason=reason)
    new_report.story, new_report.made_at = sanitize(story)[:LONGEST_STORY], clock.now()
    try:
        with transaction.atomic():
            new_report.save(force_insert=True)
    except IntegrityError:
        if open_report := _open_report(by, subject):
            return open_report
        raise
    return new_report


def _subject(about: User, match: Match | None, message: Message | None) -> str:
    if message:
        return f"message:{message.pk}"
    return f"match:{match.pk}:{about.pk}" if match else f"player:{about.pk}"


def _open_report(by: User, subject: str) -> Report | None:
    return Report.objects.filter(by=by, subject=subject, closed_at=None).first()


def delete_old_reports(now: datetime | None = None) -> int:
    """Delete reports closed more than a year ago; return the number of reports deleted or erased.

    Of reports that led to a moderation action the text is erased: the log of actions, which is append-only, refers to
    the row.
    """
    old = Report.objects.filter(closed_at__lt=(now or clock.now()) - KEPT).order_by("pk")
    plain = list(old.filter(moderation_actions=None).values_list("pk", flat=True)[:BATCH])
    in_log = list(old.exclude(moderation_actions=None).exclude(story="").values_list("pk", flat=True)[:BATCH])
    Report.objects.filter(pk__in=in_log).update(story="")
    Report.objects.filter(pk__in=plain).delete()
    return len(plain) + len(set(in_log))
