"""The check for vague words in docstrings and comments."""

from __future__ import annotations

from pathlib import Path

from tests.house import vague_words

MODULE = '''"""Counts what somebody does."""

SENTENCE = "Nobody else sees it."  # for whoever plays


def count() -> str:
    """Count.

    It is at the board.
    """
    return "who is there, counted anew"
'''


def words(path: str, source: str) -> list[str]:
    return list(vague_words(Path(path), source))


def test_docstrings_and_comments_are_read_line_by_line() -> None:
    found = words("games/example.py", MODULE)
    assert [line.split(": say")[0] for line in found] == [f"games/example.py:{number}" for number in (1, 3, 9)]
    assert "say it without 'whoever': # for whoever plays" in found[1]


def test_sentences_for_players_are_left_alone() -> None:
    assert words("games/example.py", 'GREETING = "Nobody is here."\n') == []


def test_a_word_with_a_reason_is_allowed_in_its_file_alone() -> None:
    listed = '"""Lists nobody."""\n'
    assert words("tests/house.py", listed) == []
    assert words("tests/other.py", listed) != []
