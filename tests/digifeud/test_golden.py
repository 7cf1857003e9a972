"""The golden matches of Digifeud cover every kind of ending."""

from __future__ import annotations

from tests.digifeud.golden import FOLDER


def test_there_are_golden_matches_of_every_ending() -> None:
    texts = [file.read_text() for file in FOLDER.glob("*.txt")]
    for words in ("placed every number tile", "passed twice", "resigned", "ran out of time"):
        assert any(words in text for text in texts), words
