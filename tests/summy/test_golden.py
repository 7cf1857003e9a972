"""Whole matches are played as they were when they were written down.

After a change of the rules that is meant, `python -m tests.summy.golden` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.summy.golden.record import FOLDER, rewrite


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in sorted(FOLDER.glob("*.txt"))])
def test_a_match_goes_as_it_went_before(file: Path) -> None:
    text = file.read_text()
    assert rewrite(text).splitlines() == text.splitlines()


def test_there_are_golden_matches_of_every_kind() -> None:
    texts = [file.read_text() for file in FOLDER.glob("*.txt")]
    for words in ("one more turn", "resigned", "ran out of time", "exchanges", "), "):
        assert any(words in text for text in texts), words
