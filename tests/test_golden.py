"""Golden matches: every game still produces its stored matches.

They are in `tests/<game>/golden`; after an intended change of the rules, `python -m tests.<game>.golden` rewrites them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from games.catalogue import games
from tests.golden import rewrite

FILES = sorted(Path(__file__).parent.glob("*/golden/*.txt"))


def slug_of(file: Path) -> str:
    return file.parents[1].name


@pytest.mark.parametrize("file", [pytest.param(file, id=f"{slug_of(file)}-{file.stem}") for file in FILES])
def test_a_match_goes_as_it_went_before(file: Path) -> None:
    text = file.read_text()
    assert rewrite(games()[slug_of(file)], text).splitlines() == text.splitlines()


def test_every_game_of_the_site_has_five() -> None:
    many = Counter(map(slug_of, FILES))
    ours = [slug for slug, game in games().items() if type(game).__module__.startswith("games.")]
    assert ours
    assert [slug for slug in ours if many[slug] < 5] == []
