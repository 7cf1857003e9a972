"""Hooks of the chat: texts of other apps that players report, and staff erase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.hooks import Hook
from games.social.models import Report


@dataclass(frozen=True)
class ReportedTexts:
    """A kind of text that can be reported: the subject of its reports is this prefix, a colon, and a key."""

    prefix: str
    erase: Callable[[str], None]  # takes the key


reported_texts = Hook[ReportedTexts]()


def eraser_of(report: Report) -> Callable[[], None] | None:
    """Return what erases the text of another app that was reported; None if the report is about none."""
    prefix, _, key = report.subject.partition(":")
    for texts in reported_texts:
        if texts.prefix == prefix:
            erase = texts.erase
            return lambda: erase(key)
    return None
