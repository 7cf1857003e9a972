"""The independent verifier: it deals random matches of every game again, to the tile, and finds what does not fit."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.catalogue import display_of, games
from tests.fairness.redealing import SCRIPT, Json, differences, played, verifier

MATCHES = 8  # of each game; `python -m tests.fairness.redealing` plays 1,000


@pytest.mark.parametrize("slug", ["digifeud", "sudoku", "summy", "tenbyten"])
def test_every_tile_lies_where_the_script_deals_it(slug: str) -> None:
    script, game = verifier(), games()[slug]
    for number in range(MATCHES):
        file, positions = played(game, number)
        assert differences(script, file, positions) == []


@pytest.mark.parametrize("slug", ["digifeud", "sudoku", "summy", "tenbyten"])
def test_the_script_of_the_page_deals_the_same_matches(slug: str) -> None:
    game = games()[slug]
    matches = [played(game, number) for number in range(2 * MATCHES)]
    for choice in game.options_type.choices():
        assert {file["options"][choice.name] for file, _positions in matches} == {*choice.answers}
    sealed = [display_of(game).sealed(positions[0]) for _file, positions in matches]
    tiles = [[face for pile in piles for face in pile.faces] for piles in sealed]
    assert dealt_by_page(slug, [file for file, _positions in matches]) == [
        {"faces": faces, "fits": True} for faces in tiles
    ]


def test_the_script_of_the_page_finds_a_tile_that_was_not_dealt() -> None:
    file, positions = next(match for match in (played(games()["tenbyten"], n) for n in range(9)) if match[1][-1].result)
    last: Any = positions[-2]  # of a game that was dealt after the first
    other = next(chip for chip in "1234" if chip not in last.hand)
    file["moves"][-1] = f"{other}{file['moves'][-1][1:3]}"
    (found,) = dealt_by_page("tenbyten", [file])
    assert not found["fits"]


def dealt_by_page(slug: str, files: list[Json]) -> list[Json]:
    """Return what `deal.js` of a game finds in these files: all tiles in their sealed order, and whether moves fit."""
    node = shutil.which("node")
    assert node, "Node.js is missing"
    deal, stream = (
        (settings.BASE_DIR / path).as_uri() for path in (f"games/{slug}/static/{slug}/deal.js", "static/js/stream.js")
    )
    script = f"""
        const {{ deal }} = await import("{deal}");
        const {{ Stream, fromHex }} = await import("{stream}");
        const found = [];
        for (const {{ options, moves, seed }} of {json.dumps(files)})
          found.push(await deal({{ options, moves, stream: (ply) => new Stream(fromHex(seed), ply) }}));
        console.log(JSON.stringify(found));
    """
    run = subprocess.run([node, "--input-type=module"], input=script, capture_output=True, text=True, check=True)
    found: list[Json] = json.loads(run.stdout)
    return found


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


def test_a_file_with_anything_in_it_is_told_and_the_others_are_still_checked(tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.json" for name in ("list", "moves", "capture", "bytes", "missing", "good")]
    good, _positions = played(games()["tenbyten"], 1)
    files[0].write_text("[1]")
    files[1].write_text(json.dumps({**good, "moves": ["", *good["moves"]]}))
    files[2].write_text(json.dumps({**good, "moves": [f"{good['moves'][0][:3]}xa1:a1"]}))
    files[3].write_bytes(b"\xff\xfe")
    files[5].write_text(json.dumps(good))
    ran = subprocess.run([sys.executable, "-I", SCRIPT, *files], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, "")
    told = ran.stdout.splitlines()
    assert [line.partition(":")[0] for line in told] == [str(file) for file in files]
    assert ["every tile as dealt" in line for line in told] == [False] * 5 + [True]


def test_a_log_with_anything_in_it_is_told(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("1 two 3\n")
    ran = subprocess.run([sys.executable, "-I", SCRIPT, "--log", log], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, f"{log}: line 1 is no line of a log\n")
