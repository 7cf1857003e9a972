"""What other pages show of studies: the form that keeps a variation, a player's own ones, and a report for staff."""

from __future__ import annotations

from contextlib import suppress

from accounts.models import User
from core.hooks import Context
from games.social.models import Report
from games.studies.models import Study
from games.studies.services import REPORTS, find


def of_variation(page: Context) -> Context | None:
    """Return what the form needs that keeps the variation of the page; None without moves, for visitors and pupils."""
    user, view = page["user"], page["board_view"]
    if not isinstance(user, User) or user.is_pupil or not view.texts:
        return None
    return {"match": view.match, "begins": view.begins, "texts": view.texts}


def of_try(page: Context) -> Context | None:
    """Return the study that led to the variation of the page, for the way back; None if the viewer may not see it."""
    user, key = page["user"], page["board_view"].study
    with suppress(Study.DoesNotExist):
        return {"study": find(key, user if isinstance(user, User) else None)} if key else None
    return None


def of_player(page: Context) -> Context | None:
    """Return the number of studies on the player's own page; None without any."""
    user = page.get("user")
    if not isinstance(user, User) or page["person"] != user:
        return None
    count = Study.objects.filter(owner=user).count()
    return {"count": count} if count else None


def of_report(page: Context) -> Context | None:
    """Return the study that a report is about, for staff."""
    report: Report = page["report"]
    prefix, _, key = report.subject.partition(":")
    study = Study.objects.filter(pk=key).first() if prefix == REPORTS else None
    return {"study": study} if study else None
