"""The independent verifier: it deals random matches of every game again, to the tile, and finds what does not fit."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from games.catalogue import games
from tests.fairness.redealing import SCRIPT, differences, played, verifier

MATCHES = 8  # of each game; `python -m tests.fairness.redealing` plays 1,000


@pytest.mark.parametrize("slug", ["digifeud", "sudoku", "summy", "tenbyten"])
def test_every_tile_lies_where_the_script_deals_it(slug: str) -> None:
    script, game = verifier(), games()[slug]
    for number in range(MATCHES):
        file, positions = played(game, number)
        assert differences(script, file, positions) == []


def test_several_games_and_returned_chips_are_among_them() -> None:
    script, game = verifier(), games()["tenbyten"]
    file, positions = next(match for match in (played(game, n) for n in range(9)) if match[1][-1].result)
    bags = [len(state["bag"]) for state in script.deals(file)]
    assert bags.count(23) >= 2  # a game was dealt again
    assert any(later >= earlier for earlier, later in pairwise(bags) if later < 23)  # one chip went back, one was drawn
    assert positions[-1].result


def test_a_tile_that_was_not_there_is_found() -> None:
    script = verifier()
    file, _positions = played(games()["tenbyten"], 1)
    hand = script.deals(file)[0]["hands"][0]
    other = next(chip for chip in "1234" if chip not in hand)
    file["moves"][0] = f"{other}{file['moves'][0][1:]}"
    with pytest.raises(script.Fault, match="not in the hand"):
        script.deals(file)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("seal", "0" * 64, "does not fit the commitment"),
        ("seed", "0" * 64, "does not follow"),
        ("mixed", "- -", "does not follow"),
        ("match", "0123456789", "does not fit the commitment"),
    ],
)
def test_a_changed_file_is_found(name: str, value: str, sentence: str) -> None:
    script = verifier()
    file, _positions = played(games()["sudoku"], 1)
    with pytest.raises(script.Fault, match=sentence):
        script.deals({**file, name: value})


def test_it_runs_by_itself_and_imports_nothing_of_the_project(tmp_path: Path) -> None:
    file, _positions = played(games()["digifeud"], 1)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(file))
    bad.write_text(json.dumps({**file, "seal": "0" * 64}))
    ran = subprocess.run([sys.executable, "-I", SCRIPT, good, bad], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1
    assert "every tile as dealt from the seed" in ran.stdout
    assert "does not fit the commitment" in ran.stdout
    assert "Traceback" not in ran.stderr
