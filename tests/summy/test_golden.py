"""The golden matches of Summy cover every kind of event."""

from __future__ import annotations

from tests.summy.golden import FOLDER


def test_there_are_golden_matches_of_every_kind() -> None:
    texts = [file.read_text() for file in FOLDER.glob("*.txt")]
    for words in ("one more turn", "resigned", "Lost on time", "exchanges", "), "):
        assert any(words in text for text in texts), words
