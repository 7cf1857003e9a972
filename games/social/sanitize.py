"""What somebody typed, made fit to be read: one line without anything invisible or meant to disturb the page."""

from __future__ import annotations

import re
import unicodedata

JOINERS = "\u200c\u200d"  # some scripts and most emoji need them between letters
UNSEEN = {"Cc", "Cf", "Cs", "Co"}
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that look like nothing
MOST_MARKS = 3  # accents upon one letter; more only make towers

_spaces = re.compile(r"\s+")
_loose_joiners = re.compile(f"(?<!\\S)[{JOINERS}]+|[{JOINERS}]+(?!\\S)|(?<=[{JOINERS}])[{JOINERS}]+")


def tidy(text: str) -> str:
    """The text as it is kept: no control, direction or zero-width characters, single spaces, few accents a letter."""
    shown = "".join(filter(None, map(_visible, unicodedata.normalize("NFC", text))))
    return _spaces.sub(" ", _loose_joiners.sub("", _without_towers(shown))).strip()


def _visible(char: str) -> str:
    """The character, a space for one that parts words, or nothing."""
    if char.isspace():
        return " "
    if char in JOINERS:
        return char
    return "" if unicodedata.category(char) in UNSEEN or char in BLANKS else char


def _without_towers(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)
