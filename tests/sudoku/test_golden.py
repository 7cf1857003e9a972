"""The golden matches of Sudoku Duel cover every way in which a match can end."""

from __future__ import annotations

from tests.sudoku.golden import FOLDER


def test_there_are_golden_matches_of_every_ending() -> None:
    texts = [file.read_text() for file in FOLDER.glob("*.txt")]
    for words in ("fits nowhere", "All tiles have been drawn", "resigned", "Lost on time"):
        assert any(words in text for text in texts), words
