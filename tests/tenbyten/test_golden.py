"""The golden matches of 10 BY 10 cover every way in which a game or match can end."""

from __future__ import annotations

from tests.tenbyten.golden import FOLDER


def test_there_are_golden_matches_of_every_ending() -> None:
    texts = [file.read_text() for file in FOLDER.glob("*.txt")]
    for words in ("captured 1", "fewer captured chips wins", "was drawn", "resigned", "Lost on time"):
        assert any(words in text for text in texts), words
