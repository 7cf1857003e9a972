"""The arena: mirrored matches between computers, and the statistics of strength."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from bench import arena as command
from bench import strengths
from bench.elo import decided, elo, rate_of, rate_of_elo, wilson
from bench.paired_matches import Contest, Played, find_bot, play_pair
from games.catalogue import bots, games
from tests.serving import HOME, PATIENCE

pytestmark = pytest.mark.any_stack  # computers play without a database

Arena = Callable[..., str]
SUDOKU = games()["sudoku"]
CONTEST = Contest("sudoku", ("2", "1"), SUDOKU.options_type().data(), seed=1)


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """Return what runs the command in this process, and returns what it printed, or what is wrong."""

    def run(*words: str, fails: bool = False) -> str:
        monkeypatch.setattr(sys, "argv", ["script/arena", *words])
        with pytest.raises(SystemExit) if fails else nullcontext() as ended:
            command.main()
        printed = capsys.readouterr()
        return f"{ended.value}{printed.err}" if ended else printed.out

    return run


def test_wilson_gives_the_published_interval() -> None:
    # Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I: 81 of 263, 0 of 20
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def test_elo_follows_from_the_rate() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


def test_pairs_that_differ_less_than_matches_make_it_surer() -> None:
    split = rate_of([0.5] * 90 + [1, 0] * 5)
    whole = rate_of([1, 0] * 50)
    assert split.rate == whole.rate == 0.5
    assert split.high - split.low < whole.high - whole.low
    assert (whole.low, whole.high) == pytest.approx(wilson(0.5, 99), abs=1e-9)


def test_all_won_leaves_doubt() -> None:
    rate = rate_of([1] * 200)
    assert (rate.rate, rate.high) == (1, 1)
    assert 0.98 < rate.low < 0.99
    assert rate.elo[0] == math.inf


def test_no_match_tells_nothing() -> None:
    with pytest.raises(ValueError, match="no pair"):
        rate_of([])


def test_a_sequential_test_decides_in_both_directions_and_only_when_it_is_sure() -> None:
    assert rate_of_elo(elo(0.7)) == pytest.approx(0.7)
    strong, weak, between = [1, 1, 0.5, 0.5] * 10, [0.5, 0.5, 0, 1] * 20, [1, 1, 0.5, 0] * 10
    assert decided(strong, 50, 100)
    assert decided(weak, 50, 100)
    assert not decided(between, 50, 100)  # 62.5 %, where +50 is 57 % and +100 is 64 %
    assert not decided(strong[:4], 50, 100)
    assert not decided([1] * 3, 50, 100)


def test_a_sequential_test_is_seldom_wrong() -> None:
    """Of 200 players who are 50 Elo points stronger, it takes few for 100 points stronger."""
    lots, wrong = random.Random(1), 0
    for _player in range(200):
        shares: list[float] = []
        while len(shares) < 1000 and not (shares and decided(shares, 50, 100)):
            shares += [sum(lots.random() < rate_of_elo(50) for _match in range(2)) / 2 for _pair in range(10)]
        wrong += sum(shares) / len(shares) > rate_of_elo(75)
    assert 1 <= wrong <= 19  # 5 % are 10, the standard deviation is 3.1


def test_a_pair_goes_the_same_way_every_time() -> None:
    one, two = play_pair(CONTEST, 3), play_pair(CONTEST, 3)
    assert (one.points, one.number) == (two.points, 3)
    assert all(one.thinking)


def test_equals_share_each_pair() -> None:
    mirror = Contest("sudoku", ("2", "2"), CONTEST.options, seed=1)
    assert {play_pair(mirror, number).share for number in range(6)} == {0.5}


def test_a_player_is_a_level_fast_random_or_a_bot_by_its_place() -> None:
    assert find_bot("sudoku", "1").level == 1
    assert find_bot("sudoku", "fast").name
    assert find_bot("sudoku", "random").level == find_bot("sudoku", "best-of-2").level == 0
    assert find_bot("sudoku", "tests.ops.test_arena:CANDIDATE") is CANDIDATE
    for missing in ("9", "x", "games.catalogue:nobody", "nowhere:bot"):
        with pytest.raises(ValueError, match=missing.partition(":")[0]):
            find_bot("sudoku", missing)


CANDIDATE = find_bot("sudoku", "2")


def test_a_ladder_file_has_a_row_for_each_two_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths, "strengths_file", lambda _slug: tmp_path / "strengths.json")
    pairs = [Played(number, (1, 0.5), 1, ((0.001,), (0.002, 0.004))) for number in range(4)]
    row = strengths.row(CONTEST, pairs)
    assert (row["wins"], row["draws"], row["losses"], row["rate"]) == (4, 4, 0, 0.75)
    assert (row["levels"], row["ms"], row["most_ms"]) == ([2, 1], [1.0, 3.0], [1, 4])
    strengths.write(SUDOKU, CONTEST.options, 1, [row | {"levels": [3, 2]}, row, row | {"wins": 5}])
    assert [one["levels"] for one in strengths.read_rows(SUDOKU, CONTEST.options, 1)] == [[2, 1], [3, 2]]
    assert strengths.read_rows(SUDOKU, CONTEST.options, 1)[0]["wins"] == 5
    with pytest.raises(ValueError, match="another seed"):
        strengths.read_rows(SUDOKU, CONTEST.options, 2)


def test_ladders_of_other_options_stand_beside_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths, "strengths_file", lambda slug: tmp_path / f"{slug}.json")
    row = strengths.row(CONTEST, [Played(number, (1, 0.5), 1, ((0.001,), (0.002,))) for number in range(4)])
    other = {"hints": "yes"}
    assert strengths.read_rows(SUDOKU, other, 1) == []
    strengths.write(SUDOKU, CONTEST.options, 1, [row])
    strengths.write(SUDOKU, other, 1, [row | {"wins": 6}])
    strengths.write(SUDOKU, {"hints": "few"}, 1, [row | {"wins": 7}])
    strengths.write(SUDOKU, CONTEST.options, 1, [row | {"wins": 8}])
    found = [(ladder["options"], ladder["pairs"][0]["wins"]) for ladder in strengths.ladders("sudoku")]
    assert found == [(CONTEST.options, 8), (other, 6), ({"hints": "few"}, 7)]
    assert "Options: hints yes. Seed 1." in strengths.page()


def test_the_page_of_the_ladders_is_up_to_date() -> None:
    assert strengths.PAGE.read_text() == strengths.page(), "run script/arena --docs"


def test_the_page_tells_each_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths, "strengths_file", lambda slug: tmp_path / f"{slug}.json")
    pairs = [Played(number, (1, 0.5), 1, ((0.001,), (0.002, 0.004))) for number in range(4)]
    strengths.write(SUDOKU, CONTEST.options, 1, [strengths.row(CONTEST, pairs)])
    page = strengths.page()
    weak, strong = bots()["sudoku"][1].name, bots()["sudoku"][2].name
    assert f"| 2 {strong} against 1 {weak} | 8 | 4, 4, 0 | 75.0% (" in page
    assert "Options: hints no. Seed 1." in page
    assert "## Summy\n\nNot measured yet." in page
    strengths.write(SUDOKU, CONTEST.options, 1, [strengths.row(CONTEST, pairs, (50, 100))])
    assert f"| 2 {strong} against 1 {weak} | 8 (SPRT +50, +100) | 4, 4, 0 |" in strengths.page()


def test_the_command_counts_the_same_in_any_number_of_processes(arena: Arena) -> None:
    words = ("sudoku", "2", "1", "--games", "12", "--jobs")
    program = subprocess.run(
        [HOME / "script" / "arena", *words, "3"], env=os.environ | {"WORKERS_NICE": "0"}, capture_output=True, text=True
    )
    assert program.returncode == 0, program.stderr
    assert program.stdout.splitlines()[1] == arena(*words, "1").splitlines()[1]


def test_the_command_stops_when_the_sequential_test_has_decided(arena: Arena) -> None:
    found = arena("sudoku", "5", "1", "--games", "200", "--sprt", "50", "100", "--jobs", "1")
    assert "5 against 1, 20 mirrored matches" in found


def test_the_command_says_what_is_wrong(arena: Arena) -> None:
    assert "no computer of level 9" in arena("sudoku", "9", "1", fails=True)
    assert "no option colour" in arena("sudoku", "2", "1", "--options", "colour=red", fails=True)
    assert "even number" in arena("sudoku", "2", "1", "--games", "3", fails=True)


@pytest.mark.thorough
def test_who_is_stopped_leaves_no_one_playing() -> None:
    command = [str(HOME / "script" / "arena"), "sudoku", "2", "1", "--games", "100000", "--jobs", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as playing:
        assert playing.stderr
        assert "/100000 matches" in playing.stderr.readline()
        playing.terminate()
        _out, errors = playing.communicate(timeout=PATIENCE)  # ends when all its processes have closed their output
    assert errors.endswith("Stopped. Rows that a strengths.json already got are kept.\n")
