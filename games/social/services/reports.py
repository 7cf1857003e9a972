"""Reports to the staff."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from games.social import rate_limits
from games.social.errors import NotYou, TooManyReports
from games.social.models import LONGEST_STORY, Message, Report
from games.social.sanitize import sanitize


def report(
    by: User, about: User, *, reason: str, story: str = "", match: Match | None = None, message: Message | None = None
) -> Report:
    """Report a player; while a report on the same subject is open, return that one. Raises Refused."""
    if by.pk == about.pk:
        raise NotYou
    subject = _subject(about, match, message)
    if standing := _standing(by, subject):
        return standing
    if not rate_limits.within(rate_limits.REPORTS, by.pk):
        raise TooManyReports
    made = Report(by=by, about=about, match=match, message=message, subject=subject, reason=reason)
    made.story, made.made_at = sanitize(story)[:LONGEST_STORY], timezone.now()
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError:
        if standing := _standing(by, subject):
            return standing
        raise
    return made


def _subject(about: User, match: Match | None, message: Message | None) -> str:
    if message:
        return f"message:{message.pk}"
    return f"match:{match.pk}:{about.pk}" if match else f"player:{about.pk}"


def _standing(by: User, subject: str) -> Report | None:
    return Report.objects.filter(by=by, subject=subject, closed_at=None).first()
