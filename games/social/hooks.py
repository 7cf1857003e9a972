"""Hooks of the chat: texts of other apps that players report, and staff erase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from core.hooks import Hook
from games.social.models import Report

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class ReportedTexts:
    """A kind of text that can be reported: the subject of its reports is this prefix, a colon, and a key."""

    prefix: str
    name: _StrPromise  # for staff
    erase: Callable[[str], None]  # takes the key


reported_texts = Hook[ReportedTexts]()

OWN = {"message": _("Message in a match"), "match": _("Match"), "player": _("Player")}  # by prefixes of this app


def eraser_of(report: Report) -> Callable[[], None] | None:
    """Return what erases the text of another app that was reported; None if the report is about none."""
    prefix, _colon, key = report.subject.partition(":")
    for texts in reported_texts:
        if texts.prefix == prefix:
            erase = texts.erase
            return lambda: erase(key)
    return None


def subject_of(report: Report) -> _StrPromise | None:
    """Return what was reported, in words for staff."""
    prefix = report.subject.partition(":")[0]
    return (OWN | {texts.prefix: texts.name for texts in reported_texts}).get(prefix)
