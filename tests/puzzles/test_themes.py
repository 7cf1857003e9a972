"""Themes of puzzles: what there is to see in each game, when it is said, and how anna practises one of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import displays, games, puzzles_file
from games.jobs.models import Job
from games.puzzles import kinds
from games.puzzles.kinds import THEMES_VERSION, Kind
from games.puzzles.making.packs import read_pack, themed
from games.puzzles.making.themes import themes_of
from games.puzzles.models import Puzzle, PuzzleTheme
from games.puzzles.services import stock
from games.puzzles.services.selection import next_puzzle
from games.puzzles.services.solving import give_up, position_of
from games.rules import Position
from games.rules.reasons import Theme
from tests.digifeud import pictures as digifeud
from tests.html import html_of
from tests.puzzles.conftest import Clock, make_puzzle
from tests.sizes import examples
from tests.sudoku import pictures as sudoku
from tests.summy import pictures as summy
from tests.tenbyten import pictures as tenbyten

SignedIn = Callable[[User], Client]
ACROSS, SEVERAL, SQUARES, BLANKS = Theme.ACROSS, Theme.SEVERAL, Theme.SQUARES, Theme.BLANKS
NEAR = "/puzzles/next/tenbyten/near/"
OURS = ("digifeud", "summy", "sudoku", "tenbyten")

OLD = """
       e  f  g  h  i
    5  3  .  7  .  10
"""
AN_EIGHT = """
       i
    5  8
"""
THIRTEEN = """
       e  f  g  h  i
    7  5  +  8  =  13
"""
ON_RED = """
       i  j  k
    9  .  .  9
"""
TO_CROSS = """
       e  f  g
    3  4  .  .
    4  +  .  .
    5  1  .  .
    6  =  .  .
    7  .  .  2
"""
DIAGONAL = "3.... .1... ..... ...3. ....1"
CROSS = "..1.. ..2.. 34... ..4.. ....."
NEARLY_FULL = """
    . . 4 | 6 7 8 | 9 1 2
    6 7 2 | 1 9 5 | 3 4 8
    1 9 8 | 3 4 2 | 5 6 7
    8 5 9 | 7 6 1 | 4 2 3
    4 2 6 | 8 5 3 | 7 9 1
    7 1 3 | 9 2 4 | 8 5 6
    9 6 1 | 5 3 7 | 2 8 4
    2 8 7 | 4 1 9 | 6 3 5
    . 4 5 | 2 8 6 | 1 7 9
"""
NEARLY_EMPTY = """
    . 2 . | 8 6 . | . . .
"""
POSITIONS: dict[str, tuple[str, Position, str, set[Theme]]] = {
    "one coloured square": ("digifeud", digifeud.standing(AN_EIGHT, rack="62"), "i5r 8-6=2", set()),
    "three numbers that lie": ("digifeud", digifeud.standing(OLD), "e5r 3+7=10", {Theme.LINKED}),
    "a blank": ("digifeud", digifeud.standing(THIRTEEN, rack="?4012345"), "i7d 13-4=?9", {BLANKS}),
    "a blank that stays": ("digifeud", digifeud.standing(THIRTEEN, rack="?4912345"), "i7d 13-4=9", set()),
    "two coloured squares and a blank": (
        "digifeud",
        digifeud.standing(ON_RED, rack="?81"),
        "i9r ?9x9=81",
        {SQUARES, BLANKS},
    ),
    "a pass": ("digifeud", digifeud.standing(THIRTEEN), "pass", set()),
    "a diagonal from blue": ("tenbyten", tenbyten.standing(DIAGONAL, hand="24"), "2c3xa1:e5", {ACROSS, SQUARES}),
    "a row and a column": ("tenbyten", tenbyten.standing(CROSS, hand="34"), "3c3xa3:c3xc1:c4", {SEVERAL}),
    "a row": ("tenbyten", tenbyten.standing(CROSS, hand="34"), "3c3xa3:c3", set()),
    "no capture": ("tenbyten", tenbyten.standing(CROSS, hand="34"), "4e5", set()),
    "two sums": ("summy", summy.standing(TO_CROSS, hand="52-=3011"), "e7r 5-2=3", {SEVERAL}),
    "four numbers": ("summy", summy.standing(hand="2+3+4-81"), "f13r 2+3+4-8=1", {Theme.LONG}),
    "three numbers": ("summy", summy.standing(hand="2+3-4103"), "h13r 2+3-4=1", set()),
    "times before plus": ("summy", summy.standing(hand="1+2x3703"), "h13r 1+2x3=7", {Theme.ORDER}),
    "two numbers": ("summy", summy.standing(hand="2x36+-01"), "j13r 2x3=6", set()),
    "an exchange": ("summy", summy.standing(hand="2x36+-01"), "swap 2x", set()),
    "a tile given away": ("sudoku", sudoku.standing(NEARLY_FULL, tile="5"), "b1", {Theme.WRONG}),
    "a tile that shuts out another": ("sudoku", sudoku.standing(NEARLY_FULL, tile="3"), "a1", {Theme.BLOCKED}),
    "a tile that keeps a square open": ("sudoku", sudoku.standing(NEARLY_FULL, tile="3"), "b1", {Theme.OPEN}),
    "a tile that shuts out none": ("sudoku", sudoku.standing(NEARLY_EMPTY, tile="4"), "e8", set()),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_each_theme_in_a_position_that_has_it_and_in_one_that_has_not(name: str) -> None:
    slug, position, text, themes = POSITIONS[name]
    game = games()[slug]
    move = game.decode(text)
    assert game.judge(position, move)  # it is legal
    assert displays()[slug].themes_of(game.view(position, position.to_move), move) == themes


def test_fewer_points_are_a_theme_where_another_move_has_more() -> None:
    position = sudoku.standing(NEARLY_FULL, tile="3")  # 18 points on a1, 19 on b1
    assert themes_of("sudoku", position, Kind.ENDING, 18, ["a1"]) == ["fewer", "blocked"]
    assert themes_of("sudoku", position, Kind.ENDING, 19, ["b1"]) == ["open"]
    assert themes_of("digifeud", digifeud.standing(THIRTEEN), Kind.PASS, 0, ["pass"]) == []


def test_a_puzzle_has_what_all_its_answers_have() -> None:
    position = tenbyten.standing(CROSS, hand="34")
    both, row = "3c3xa3:c3xc1:c4", "3c3xa3:c3"
    assert themes_of("tenbyten", position, Kind.CHANCE, 5, [both]) == ["several"]
    assert themes_of("tenbyten", position, Kind.CHANCE, 5, [both, row]) == []
    assert themes_of("tenbyten", position, Kind.SUM, 5, []) == ["several"]


@pytest.fixture
def across(db: None) -> Puzzle:
    """Return a puzzle of 10 BY 10 with diagonal captures; another one has none."""
    make_puzzle("tenbyten", number=2)
    puzzle = make_puzzle("tenbyten", number=1)
    PuzzleTheme.objects.create(puzzle=puzzle, theme="across")
    return puzzle


def test_anna_practises_diagonal_captures_until_none_is_left(across: Puzzle, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    overview = html_of(browser.get("/puzzles/"))
    assert f"{NEAR}?theme=across" in overview
    assert "?theme=several" not in overview
    address = browser.get(f"{NEAR}?theme=across")["Location"]
    assert address == reverse("puzzles:puzzle", args=[across.pk]) + "?theme=across"
    assert "Theme: diagonal captures." in html_of(browser.get(address))
    solved = browser.post(address, {"ply": 1, "text": across.best}, follow=True)
    assert solved.redirect_chain[-1][0] == address
    assert "Themes: diagonal captures" in html_of(solved)
    assert f'href="{NEAR}?theme=across"' in html_of(solved)  # the next puzzle
    said = html_of(browser.get(f"{NEAR}?theme=across", follow=True))
    assert "puzzle left for “diagonal captures”" in said
    assert "?theme=across" not in said


def test_themes_are_said_after_the_puzzle_and_not_before(across: Puzzle, anna: User, signed_in: SignedIn) -> None:
    browser, address = signed_in(anna), reverse("puzzles:puzzle", args=[across.pk])
    for query in ("", "?theme=blanks", "?theme=nonsense"):  # chosen by no theme, or by one that it has not
        task = html_of(browser.get(address + query)).lower().partition("<h1")[2].partition("</section>")[0]
        assert "diagonal captures" not in task
        assert "blanks" not in task
    give_up(across, anna)
    assert "Themes: diagonal captures" in html_of(browser.get(address))
    kept = make_puzzle("tenbyten", number=3)
    give_up(kept, anna)
    assert "Themes:" not in html_of(browser.get(reverse("puzzles:puzzle", args=[kept.pk])))


def test_without_a_script_the_theme_outlasts_a_miss_and_giving_up(
    across: Puzzle, anna: User, signed_in: SignedIn
) -> None:
    browser = signed_in(anna)
    address = browser.get(f"{NEAR}?theme=across")["Location"]
    solution = address.replace("?", "solution/?")
    asked = html_of(browser.post(solution))
    assert f'action="{solution}"' in asked
    assert f'href="{address}"' in asked
    assert browser.post(solution, {"confirmed": "yes"})["Location"] == address


def test_a_puzzle_that_the_site_found_gets_its_themes_by_a_job(db: None) -> None:
    puzzle = make_puzzle("tenbyten", number=1)
    stock.enqueue_themes()
    stock.enqueue_themes()
    (job,) = Job.objects.filter(kind=stock.THEMES)
    assert job.key == puzzle.pk
    stock.find_themes(puzzle)
    puzzle.refresh_from_db()
    assert puzzle.themes_version == THEMES_VERSION
    found = themes_of("tenbyten", position_of(puzzle), puzzle.kind, puzzle.best_points, puzzle.solutions)
    assert set(puzzle.themes.values_list("theme", flat=True)) == set(found)
    Job.objects.all().delete()
    stock.enqueue_themes()
    assert not Job.objects.filter(kind=stock.THEMES).exists()


@pytest.mark.parametrize("slug", OURS)
def test_a_pack_says_the_themes_that_its_puzzles_have(slug: str) -> None:
    pack = read_pack(slug, puzzles_file(slug))
    for one in pack[:: len(pack) // examples(4, 40)]:
        assert themed(one) == one
    assert {theme for one in pack for theme in one.themes or ()} <= set(kinds.Theme.values)


def test_a_site_that_has_the_pack_gets_its_themes_with_the_next_start(clock: Clock, db: None) -> None:
    stock.load_packs()
    themes = set(PuzzleTheme.objects.values_list("puzzle", "theme"))
    assert themes
    PuzzleTheme.objects.all().delete()
    Puzzle.objects.update(themes_version=0)
    stock.load_packs()
    assert set(PuzzleTheme.objects.values_list("puzzle", "theme")) == themes
    assert not Puzzle.objects.filter(themes_version__lt=THEMES_VERSION).exists()


def test_a_theme_is_found_for_a_guest_too(across: Puzzle, db: None) -> None:
    assert next_puzzle(None, "tenbyten", None, kinds.Theme.ACROSS) == across
    assert next_puzzle(None, "tenbyten", None, kinds.Theme.SEVERAL) is None
    assert Client().get(f"{NEAR}?theme=across").status_code == 302
