"""The packs of checked puzzles: what is in them, how a site loads them, and how they are made."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from games.catalogue import games, puzzles_file
from games.puzzles.kinds import Kind, Level, level_of, main_kind
from games.puzzles.making import packs
from games.puzzles.making.lines import main_way
from games.puzzles.making.packs import DAYS, Packed, passes_again, read_pack, write_pack
from games.puzzles.management.commands import puzzles as command
from games.puzzles.models import Daily, Puzzle, Source
from games.puzzles.services import stock
from games.puzzles.services.selection import choose_all
from games.puzzles.services.solving import position_of, try_move
from games.puzzles.services.stock import load_packs, replenish
from tests.puzzles.conftest import DAY, NOON, Clock, make_puzzle
from tests.sizes import cases, examples

OURS = [slug for slug in sorted(games()) if type(games()[slug]).__module__.startswith("games.")]
FREE = 60  # puzzles to choose from at once, besides the dailies


def pack_of(slug: str) -> list[Packed]:
    """Return the pack in the game's folder."""
    return read_pack(slug, puzzles_file(slug))


@pytest.mark.parametrize("slug", OURS)
def test_each_game_brings_puzzles_for_sixty_days_and_sixty_more(slug: str) -> None:
    pack = pack_of(slug)
    days = [one for one in pack if one.daily]
    assert len(days) == DAYS
    assert len(pack) - len(days) >= FREE
    assert {one.found.kind for one in days} == {main_kind(games()[slug])}
    assert len({one.id for one in pack}) == len(pack)
    assert {one.rules for one in pack} == {games()[slug].rules_version}
    assert puzzles_file(slug).stat().st_size < 250_000


@pytest.mark.slow
@pytest.mark.django_db
def test_each_position_can_be_replayed_and_each_answer_played() -> None:
    load_packs()
    assert {*Puzzle.objects.values_list("game_slug", flat=True)} >= {*OURS}
    for puzzle in Puzzle.objects.filter(game_slug__in=OURS).order_by("game_slug", "kind", "pk")[:: examples(8, 1)]:
        position, game = position_of(puzzle), puzzle.game
        scored = {game.encode(move): points for move, points in game.scored_moves(position)}
        most = max(scored.values())
        assert (position.result, scored[puzzle.best]) == (None, puzzle.best_points)
        if puzzle.kind == Kind.SUM:
            assert puzzle.best_points == most > puzzle.second_points
            assert sum(points == most for points in scored.values()) == puzzle.answers
        else:
            assert puzzle.best in puzzle.solutions
            assert set(puzzle.solutions) <= set(scored)
            assert len(puzzle.solutions) == puzzle.answers
        if puzzle.kind == Kind.LINE:
            way = main_way(puzzle.line)
            assert set(puzzle.line) == set(puzzle.solutions)
            assert len(way) > 1
        elif puzzle.kind != Kind.SUM:
            assert max(points for text, points in scored.items() if text not in puzzle.solutions) == most


@pytest.mark.slow
@cases("slug", OURS, default=["sudoku", "tenbyten"])  # the others take seconds
def test_one_of_each_pack_passes_the_whole_check_again(slug: str) -> None:
    assert passes_again(max(pack_of(slug), key=lambda one: (len(one.moves), one.id)))  # a late one is checked soon


@pytest.mark.django_db
def test_a_new_site_has_them_by_a_few_statements_and_is_content(clock: Clock) -> None:
    with CaptureQueriesContext(connection) as ran:
        load_packs()
    assert len([one for one in ran if one["sql"].startswith('INSERT INTO "puzzles_puzzle"')]) <= 5 * len(
        games()
    )  # SQLite takes some dozens of rows at once
    assert len(ran) <= 20 * len(games())
    for slug in OURS:
        offered = Puzzle.objects.filter(game_slug=slug, state=Puzzle.State.OFFERED, for_daily=False)
        assert {level_of(rating) for rating in offered.values_list("rating", flat=True)} == {*Level}
        assert Client().get(f"/puzzles/today/{slug}/")["Location"] != "/puzzles/"
    replenish()
    assert not Source.objects.filter(game_slug__in=OURS).exists()  # no computer plays for more
    assert not Puzzle.objects.filter(checked_at=None).exists()  # nothing is checked on each site again


@pytest.mark.slow
@pytest.mark.django_db
def test_sixty_days_have_puzzles_and_none_comes_twice(clock: Clock) -> None:
    load_packs()
    for number in range(DAYS):
        clock.now = NOON + DAY * number
        assert {one.game_slug for one in choose_all()} >= set(OURS)
    days = Daily.objects.filter(game_slug__in=OURS)
    assert days.count() == DAYS * len(OURS) == days.values("puzzle").distinct().count()


@pytest.mark.django_db
def test_a_second_start_changes_nothing(clock: Clock, anna: User) -> None:
    load_packs()
    solved, withdrawn = Puzzle.objects.filter(for_daily=False)[:2]
    try_move(solved, anna, solved.best)
    Puzzle.objects.filter(pk=withdrawn.pk).update(state=Puzzle.State.WITHHELD)
    before = list(Puzzle.objects.order_by("pk").values())
    clock.now = NOON + timedelta(minutes=1)
    load_packs()
    assert list(Puzzle.objects.order_by("pk").values()) == before
    assert Daily.objects.count() == len(OURS)


@pytest.mark.django_db
def test_a_site_that_has_some_keeps_them_and_gets_the_others(clock: Clock) -> None:
    own = make_puzzle(for_daily=True)
    day = choose_all()
    load_packs()
    assert Puzzle.objects.get(pk=own.pk).daily == day[0]
    assert Puzzle.objects.filter(game_slug="digifeud").count() == 1 + len(pack_of("digifeud"))


@pytest.mark.django_db
def test_where_no_puzzles_are_wanted_none_are_loaded(settings: Settings) -> None:
    settings.PUZZLE_STOCK = 0
    load_packs()
    assert not Puzzle.objects.exists()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the packs of all games in a folder of their own, and return that of the smallest one."""
    for module in (stock, command):
        monkeypatch.setattr(module, "puzzles_file", lambda slug: tmp_path / f"{slug}.ndjson")
    return tmp_path / "summy.ndjson"


@pytest.mark.django_db
def test_a_damaged_pack_takes_nothing_else_with_it(elsewhere: Path, caplog: pytest.LogCaptureFixture) -> None:
    elsewhere.write_text('{"match": 1}\n')
    write_pack(elsewhere.with_name("sudoku.ndjson"), pack_of("sudoku"))
    load_packs()
    assert set(Puzzle.objects.values_list("game_slug", flat=True)) == {"sudoku"}
    assert "The puzzles of summy cannot be read: KeyError" in caplog.text


@pytest.mark.django_db
def test_puzzles_of_other_rules_are_left_out(elsewhere: Path) -> None:
    write_pack(elsewhere, [replace(one, rules=one.rules + 1) for one in pack_of("summy")])
    load_packs()
    assert not Puzzle.objects.exists()


def test_what_is_written_is_read_again(elsewhere: Path) -> None:
    for slug in OURS:
        write_pack(elsewhere, pack_of(slug))
        assert elsewhere.read_text() == puzzles_file(slug).read_text()


@pytest.mark.thorough  # by default: a pack that is read, checked and replayed
@pytest.mark.slow
def test_the_command_extends_a_pack_after_the_last_match(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(packs, "DAYS", 1)
    whole, file = pack_of("sudoku"), elsewhere.with_name("sudoku.ndjson")
    one, following = min(pairwise(whole), key=lambda pair: pair[1].match - pair[0].match or DAYS)  # the search is short
    write_pack(file, [replace(one, daily=True)])
    call_command("puzzles", pack=1, game="sudoku")
    pack = read_pack("sudoku", file)
    assert "sudoku: 2 puzzles, 1 of them new" in capsys.readouterr().out
    assert [known.id for known in pack] == [one.id, following.id]
    assert packs.is_whole(pack, 1)


def test_the_recheck_leaves_out_what_no_longer_passes(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "DAYS", 0)
    good = next(one for one in pack_of("sudoku") if not one.daily)
    wrong = replace(good, match=good.match + 1, found=replace(good.found, solutions=()), rules=0)
    write_pack(elsewhere.with_name("sudoku.ndjson"), [good, wrong])
    call_command("puzzles", pack=1, recheck=True, game="sudoku")
    assert read_pack("sudoku", elsewhere.with_name("sudoku.ndjson")) == [good]
