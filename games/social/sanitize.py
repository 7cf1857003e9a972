"""Sanitizing of typed text: one line without invisible or layout-breaking characters."""

from __future__ import annotations

import re
import unicodedata

JOINERS = "\u200c\u200d"  # some scripts and most emoji need them between letters
UNSEEN = {"Cc", "Cf", "Cs", "Co"}
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters without a visible glyph
MOST_MARKS = 3  # combining marks on one letter; more of them overlap other lines ("Zalgo" text)

_spaces = re.compile(r"\s+")
_loose_joiners = re.compile(f"(?<!\\S)[{JOINERS}]+|[{JOINERS}]+(?!\\S)|(?<=[{JOINERS}])[{JOINERS}]+")


def sanitize(text: str) -> str:
    """Return the text without control, direction and zero-width characters, with single spaces and few marks."""
    visible = "".join(filter(None, map(_visible, unicodedata.normalize("NFC", text))))
    return _spaces.sub(" ", _loose_joiners.sub("", _limit_marks(visible))).strip()


def _visible(char: str) -> str:
    """Return the character, a space for one that separates words, or an empty string."""
    if char.isspace():
        return " "
    if char in JOINERS:
        return char
    return "" if unicodedata.category(char) in UNSEEN or char in BLANKS else char


def _limit_marks(text: str) -> str:
    chars: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            chars.append(char)
    return "".join(chars)
