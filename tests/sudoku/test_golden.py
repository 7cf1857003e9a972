"""Whole matches are played as they were when they were written down.

After a change of the rules that is meant, `python -m tests.sudoku.golden` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from games.sudoku.rules import game
from tests.golden import rewrite
from tests.sudoku.golden import FOLDER

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in FILES])
def test_a_match_goes_as_it_went_before(file: Path) -> None:
    text = file.read_text()
    assert rewrite(game, text).splitlines() == text.splitlines()


def test_there_are_golden_matches_of_every_ending() -> None:
    texts = [file.read_text() for file in FILES]
    for words in ("fits on no square", "Every tile was drawn", "resigned", "ran out of time"):
        assert any(words in text for text in texts), words
