"""Invisible and disturbing characters are removed, ordinary text is kept."""

from __future__ import annotations

import pytest

from games.social.chat import sanitize


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two   words \n and a line ", "two words and a line"),
        ("\u202egnol\u202c", "gnol"),
        ("\u2066a\u2069\u200e\u200f\u061c", "a"),
        ("zero\u200bwidth\ufeff\u2060", "zerowidth"),
        ("\x00\x07bell\x1b[31m", "bell[31m"),
        ("a\u200d\u200d\u200db", "a\u200db"),
        ("\u200d\u200c", ""),
        ("\u2800\u3164", ""),
        ("Z" + "\u0301" * 40, "\u0179" + "\u0301" * 3),
        ("\ud800lone", "lone"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("👩\u200d👩\u200d👧 ❤️ über ĳs שלום 日本", "👩\u200d👩\u200d👧 ❤️ über ĳs שלום 日本"),
        ("e\u0301", "é"),
    ],
)
def test_what_is_kept_of_what_was_typed(typed: str, kept: str) -> None:
    assert sanitize(typed) == kept
    assert sanitize(kept) == kept
