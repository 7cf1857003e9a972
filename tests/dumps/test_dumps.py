"""The data for everyone: what the files of a month hold, under which names, when they are made, and their page."""

from __future__ import annotations

import hashlib
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.services import delete_account
from core import clock
from games.dumps import receivers, services
from games.dumps.rows import TRACES, matches_of
from games.jobs.hooks import Postponed
from games.jobs.models import Job
from games.matches.files.exports import verify
from games.matches.files.transcript import read
from games.matches.play.services import resign, void_match
from games.puzzles.models import Daily, Puzzle
from games.puzzles.services.selection import today
from games.ratings.models import RatingChange
from tests.jobs.running import run_due, run_jobs
from tests.matches.test_mirrors import begun as mirrored
from tests.matches.test_mirrors import play_rounds
from tests.page_lines import lines_of
from tests.ratings.conftest import beats, begun

EXAMPLE = Path(__file__).parents[2] / "clients" / "examples" / "read_dump.py"
rows = runpy.run_path(str(EXAMPLE))["rows"]

pytestmark = pytest.mark.django_db
SignedIn = Callable[[User], Client]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Return the folder of the files, empty."""
    settings.DUMPS_DIR = tmp_path / "dumps"
    return tmp_path / "dumps"


def this_month() -> str:
    return f"{clock.now().astimezone(UTC):%Y-%m}"


def rows_of(kind: str, folder: Path) -> list[dict[str, object]]:
    """Return what a month made now has of this kind."""
    (file,) = (one for one in services.make(this_month()).files if one.kind == kind)
    found = list(rows(folder / file.name))
    assert file.lines == len(found)
    return found


def named(*players: User) -> None:
    for player in players:
        player.named_in_data = True
        player.save()


def puzzle(number: int, **columns: object) -> Puzzle:
    """Return a stored puzzle that players are offered."""
    moves = {"moves": ["a1", "b2"], "ply": 1, "best": "d4", "best_points": 9, "second_points": 3}
    counts = {"choices": 50, "answers": 1, "hardness": 0.5, "state": Puzzle.State.OFFERED}
    return Puzzle.objects.create(game_slug="sudoku", seed=bytes([number] * 32), **moves | counts | columns)


def test_players_who_chose_so_are_named_and_the_match_can_be_verified(anna: User, bob: User, folder: Path) -> None:
    named(anna, bob)
    match = beats(anna, bob)
    (row,) = rows_of("matches", folder)
    assert (row["match"], row["first"], row["second"], row["winner"]) == (match.pk, "anna", "bob", "first")
    assert row["started"] == match.started_at.isoformat(timespec="seconds")
    assert row.pop("ratings") == [1500, 1500]
    RatingChange.objects.filter(match=match, rating__player=anna).update(rating_before=1601.6, opponent_rating=1432.4)
    RatingChange.objects.filter(match=match, rating__player=bob).update(rating_before=1.0, opponent_rating=2.0)
    assert [one["ratings"] for one in rows_of("matches", folder)] == [[1602, 1432]]
    assert verify(read(json.dumps(row))).transcript.moves == tuple(match.moves.values_list("text", flat=True))


def test_others_have_pseudonyms_and_nothing_leads_to_the_match(anna: User, bob: User, carl: User, folder: Path) -> None:
    named(carl)
    matches = [beats(anna, bob), beats(bob, anna), beats(carl, anna)]
    one, two, three = rows_of("matches", folder)
    assert one["first"] == two["second"] == three["second"] != one["second"] == two["first"]
    assert re.fullmatch("player-[0-9a-f]{16}", str(one["first"]))
    assert three["first"] == "carl"
    for match, row in zip(matches, (one, two, three), strict=True):
        assert not row.keys() & set(TRACES)
        assert not {match.pk, match.commitment, "anna", "bob"} & set(map(str, row.values()))
        assert str(row["started"]).endswith("T00:00:00+00:00")
        assert row["seed"] == bytes(match.seed).hex()


def test_pseudonyms_differ_from_one_dump_to_the_next(anna: User, bob: User, folder: Path) -> None:
    beats(anna, bob)
    (one,), (two,) = rows_of("matches", folder), rows_of("matches", folder)
    assert one["first"] != two["first"]


def test_only_finished_rated_matches_of_the_month_are_in_it(anna: User, bob: User, folder: Path) -> None:
    casual = beats(anna, bob, rated=False)
    void = beats(anna, bob)
    void_match(void.pk)
    begun(anna, bob)
    boards = play_rounds(mirrored(anna, bob), 3)
    for board in boards:
        resign(board.pk, anna)
    run_jobs()
    assert RatingChange.objects.filter(match__in=boards).exists()
    former, counted = beats(anna, bob), beats(bob, anna)
    RatingChange.objects.filter(match=former).update(at=clock.now() - timedelta(days=40))
    seeds = {row["seed"] for row in rows_of("matches", folder)}
    assert seeds == {bytes(counted.seed).hex()}
    assert bytes(casual.seed).hex() not in seeds


def test_a_deleted_player_is_named_deleted(anna: User, bob: User, folder: Path) -> None:
    named(anna, bob)
    beats(anna, bob)
    delete_account(bob)
    (row,) = rows_of("matches", folder)
    assert (row["first"], row["second"]) == ("anna", "deleted")
    assert "match" not in row


def test_more_matches_than_a_query_reads_are_in_order(
    anna: User, bob: User, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.dumps.rows.ROWS", 2)
    seeds = [bytes(beats(anna, bob).seed).hex() for _number in range(5)]
    assert [row["seed"] for row in rows_of("matches", folder)] == seeds


def test_puzzles_whose_day_has_not_passed_are_left_out(folder: Path) -> None:
    answers = {"kind": "chance", "solutions": ["d4", "e5"], "line": {"d4": ["e5", {}]}, "option_data": {"hints": "no"}}
    figures = {"rating": 1620.6, "deviation": 70.4, "tried": 8, "solved": 5}
    offered, former = puzzle(1, **answers, **figures), puzzle(2, for_daily=True)
    daily = puzzle(3, for_daily=True)
    puzzle(4, for_daily=True)
    puzzle(5, state=Puzzle.State.WITHHELD)
    Daily.objects.create(game_slug="sudoku", day=today() - timedelta(days=1), number=1, puzzle=former)
    Daily.objects.create(game_slug="sudoku", day=today(), number=2, puzzle=daily)
    found = {row["puzzle"]: row for row in rows_of("puzzles", folder)}
    assert [*found] == sorted([offered.pk, former.pk])
    assert found[offered.pk] == {
        "puzzle": offered.pk,
        "game": "sudoku",
        "rules": "1",
        "options": {"hints": "no"},
        "seed": "01" * 32,
        "moves": ["a1", "b2"],
        "kind": "chance",
        "best": "d4",
        "solutions": ["d4", "e5"],
        "line": {"d4": ["e5", {}]},
        "points": 9,
        "rating": 1621,
        "uncertainty": 70,
        "tried": 8,
        "solved": 5,
    }


def test_a_month_is_replaced_as_a_whole(anna: User, bob: User, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beats(anna, bob)
    before = services.make(this_month())
    beats(bob, anna)
    monkeypatch.setattr(services, "puzzles", lambda: iter([{}, {"rows that": object()}]))
    with pytest.raises(TypeError):
        services.make(this_month())
    assert services.manifests() == [before]
    assert all((folder / one.name).is_file() for one in before.files)
    monkeypatch.undo()
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_all_is_written_in_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rename from another file system would fail."""
    monkeypatch.setattr(tempfile, "tempdir", str(folder / "elsewhere"))
    services.make(this_month())
    assert len(services.manifests()) == 1


def test_the_last_month_is_made_once_it_is_over(folder: Path) -> None:
    services.keep_up()
    run_due(receivers.QUEUE)
    last = f"{(clock.now().astimezone(UTC).replace(day=1) - timedelta(days=1)):%Y-%m}"
    (manifest,) = services.manifests()
    assert manifest.month == last
    services.keep_up()
    assert not Job.objects.filter(kind=services.MAKE).exists()


@pytest.mark.parametrize("change", [{"named_in_data": False}, {"is_active": False}], ids=["withdrawn", "closed"])
def test_a_month_is_made_again_without_the_name_of_a_player_who_withdraws_it(
    anna: User, bob: User, folder: Path, change: dict[str, bool]
) -> None:
    named(anna)
    beats(anna, bob)
    before = services.make(this_month())
    assert before.names == ("anna",)
    services.keep_up()
    run_due(receivers.QUEUE)
    assert before in services.manifests()
    User.objects.filter(pk=anna.pk).update(**change)
    services.keep_up()
    run_due(receivers.QUEUE)
    (after,) = (one for one in services.manifests() if one.month == this_month())
    assert after.names == ()
    old = folder / before.files[0].name
    os.utime(old, (0, 0))
    services.keep_up()
    assert not old.exists()


def test_old_months_are_deleted(folder: Path, settings: Settings) -> None:
    services.make("2020-01")
    (old,) = services.manifests()
    for path in folder.iterdir():
        os.utime(path, (0, 0))
    services.keep_up()
    assert not [path for path in folder.iterdir() if path.name in {"2020-01.json", *(one.name for one in old.files)}]


def test_as_many_former_months_are_kept_as_the_settings_say(folder: Path, settings: Settings) -> None:
    settings.DUMPS_KEPT = 2
    for month in ("2026-02", "2026-01", "2025-12", "2025-11"):
        services.make(month)
    with time_machine.travel(datetime(2026, 2, 28, 23, tzinfo=UTC)):
        services.keep_up()
    assert [one.month for one in services.manifests()] == ["2026-02", "2026-01", "2025-12"]


def test_no_files_are_made_where_none_are_kept(settings: Settings) -> None:
    settings.DUMPS_KEPT = 0
    services.keep_up()
    assert not Job.objects.filter(kind=services.MAKE).exists()


def test_a_stop_ends_the_work_and_it_begins_again(
    anna: User, bob: User, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "ROWS", 1)
    beats(anna, bob)
    job = Job.objects.create(kind=services.MAKE, key=this_month(), due_at=clock.now(), created_at=clock.now())

    def stopped(*span: object) -> object:
        receivers.stop()
        return matches_of(*span)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(services, "matches_of", stopped)
        with pytest.raises(Postponed):
            receivers.work(job)
    assert services.manifests() == []
    run_due(receivers.QUEUE)
    assert [one.month for one in services.manifests()] == [this_month()]


def test_the_page_lists_the_files_and_anyone_can_load_and_check_them(anna: User, bob: User, folder: Path) -> None:
    beats(anna, bob)
    for number in (1, 2):
        puzzle(number)
    services.make("2020-02")
    matches, puzzles = services.make(this_month()).files
    visitor = Client()
    lines = lines_of(visitor.get("/data/"), "dumps")
    assert lines[2] == (
        "The data are free of rights: use them for anything, without asking. "
        "[CC0](https://creativecommons.org/publicdomain/zero/1.0/)"
    )
    assert lines[5:9] == [
        f"[{matches.name}](/data/{matches.name}) ({matches.size} bytes)",
        "1 match",
        f"[{puzzles.name}](/data/{puzzles.name}) ({puzzles.size} bytes)",
        "2 puzzles",
    ]
    assert [lines[4], *lines[9:]] == [
        f"## {clock.now():%B %Y}",
        "## February 2020",
        *(lines[10], "0 matches", lines[12], "2 puzzles"),
        "[Checksums (SHA-256)](/data/SHA256SUMS)",
    ]
    answer = visitor.get(f"/data/{matches.name}")
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert hashlib.sha256(content).hexdigest() == matches.sha256
    assert f"{matches.sha256}  {matches.name}\n" in visitor.get("/data/SHA256SUMS").content.decode()


@pytest.mark.parametrize("name", ["secret.txt", "2026-10.json", "..%2Fdumps%2Fsecret.txt", ".hidden"])
def test_no_other_file_is_sent(name: str, folder: Path) -> None:
    folder.mkdir()
    for other in ("secret.txt", ".hidden"):
        (folder / other).write_text("secret")
    assert Client().get(f"/data/{name}").status_code == 404


def test_before_the_first_month_the_page_says_so() -> None:
    assert "The first files come when the month is over." in Client().get("/data/").content.decode()
    assert Client().get("/data/SHA256SUMS").content == b""


def test_a_player_chooses_to_be_named(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    assert 'name="named"' in browser.get("/accounts/settings/").content.decode()
    browser.post("/accounts/findable/", {"named": "on"})
    anna.refresh_from_db()
    assert (anna.named_in_data, anna.is_findable) == (True, False)
    browser.post("/accounts/findable/", {"findable": "on"})
    anna.refresh_from_db()
    assert (anna.named_in_data, anna.is_findable) == (False, True)


def test_the_command_makes_a_month(anna: User, bob: User, capsys: pytest.CaptureFixture[str]) -> None:
    beats(anna, bob)
    call_command("dump", this_month())
    matches, puzzles = services.manifests()[0].files
    assert capsys.readouterr().out == (
        f"{matches.name}: 1 matches, {matches.size:,} bytes\n{puzzles.name}: 0 puzzles, {puzzles.size:,} bytes\n"
    )
    with pytest.raises(CommandError, match="no month"):
        call_command("dump", "2026-13")


def test_the_example_reads_a_file(anna: User, bob: User, folder: Path) -> None:
    beats(anna, bob)
    beats(bob, anna, slug="summy")
    file = folder / services.make(this_month()).files[0].name
    printed = subprocess.run([sys.executable, EXAMPLE, file], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == [
        f"{slug}: 1 matches of 1 moves, 100% won by the first player" for slug in ("sudoku", "summy")
    ]


def test_a_month_ends_where_the_next_one_begins() -> None:
    assert services.span("2026-12") == (datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))
    assert services.span("2026-02")[1] == services.span("2026-03")[0]
