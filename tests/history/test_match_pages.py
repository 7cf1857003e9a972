"""The history's part in match pages: the points chart, thumbnails, the player's own list, and uploaded files."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from games.catalogue import display_of, games
from games.history.statistics import chart_of
from games.history.thumbnails import draw_picture
from games.matches.files import exports
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from games.rules import AnyGame, PlayedMove, Seat, plain
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on
from tests.playing import play
from tests.test_every_game import every_game

SignedIn = Callable[[User], Client]
MB, LARGEST = 1_000_000, 100_000  # bytes, the second of a picture


def turn_of(seat: Seat, points: int) -> PlayedMove:
    return PlayedMove(seat, plain("1+1=2"), points)


def test_the_curve_adds_up_what_each_turn_brought() -> None:
    turns = [turn_of(Seat.FIRST, 10), turn_of(Seat.SECOND, 20), turn_of(Seat.FIRST, 5)]
    curve = chart_of(turns, 2)
    assert curve
    assert [dot.points for dot in curve.dots] == [(10, 0), (10, 20), (15, 20)]
    assert curve.now == curve.dots[1]
    assert curve.dots[1].y < curve.dots[2].y < curve.dots[0].y
    assert chart_of(turns[:1]) is None


def test_a_curve_below_zero_stays_in_its_picture() -> None:
    curve = chart_of([turn_of(Seat.FIRST, -10), turn_of(Seat.SECOND, 0)], 0)
    assert curve
    assert all(0 < dot.y < curve.height for dot in curve.dots)
    assert curve.now is None


def test_every_turn_has_its_place_on_the_curve(match: Match, anna: User) -> None:
    match = resign(play_on(match, 5).pk, anna)
    page = html_of(Client().get(reverse("matches:turn", args=[match.pk, 3])))
    curve = page[page.index('<figure id="curve"') : page.index("</figure>")]
    assert re.findall(r'href="/matches/\w+/(\d+)/"', curve) == ["1", "2", "3", "4", "5"]
    assert re.findall(r'/(\d+)/" aria-current="true"', curve) == ["3"]
    over = html_of(Client().get(reverse("matches:match", args=[match.pk])))
    assert '<figure id="curve"' in over
    assert 'class="now"' not in over


def test_a_running_match_shows_no_curve_on_its_page(match: Match) -> None:
    match = play_on(match, 3)
    assert '<figure id="curve"' not in html_of(Client().get(reverse("matches:match", args=[match.pk])))


def test_a_turn_has_a_link_to_copy(match: Match) -> None:
    page = html_of(Client().get(reverse("matches:turn", args=[match.pk, 0])))
    assert f'value="http://testserver{reverse("matches:turn", args=[match.pk, 0])}"' in page


@every_game
def test_every_board_has_a_picture(game: AnyGame) -> None:
    position = play(game, game.options_type(), 1).positions[-1]
    board = display_of(game).board(game.view(position, None))
    picture = draw_picture(board, position.last.squares)
    assert ElementTree.fromstring(picture).tag.endswith("svg")  # noqa: S314 - our own
    assert len(picture) < 8000


def test_chips_are_round_in_pictures_as_on_the_board() -> None:
    arcs = []
    for slug in ("tenbyten", "sudoku"):
        game = games()[slug]
        position = play(game, game.options_type(), 1).positions[0]
        picture = draw_picture(display_of(game).board(game.view(position, None)), ())
        arcs.append(bool(re.search(r' d="[^"]*a', picture)))
    assert arcs == [True, False]


def test_the_picture_of_a_turn_never_changes_and_is_kept(match: Match) -> None:
    match = play_on(match, 2)
    pictures = []
    for ply in (0, 1, 2):
        answer = Client().get(reverse("history:picture", args=[match.pk, ply]))
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert "immutable" in answer.headers["Cache-Control"]
        pictures.append(answer.content)
    assert len(set(pictures)) == 3
    assert Client().get(reverse("history:picture", args=[match.pk, 3])).status_code == 404
    assert Client().get(reverse("history:picture", args=["0000000000", 0])).status_code == 404


@pytest.mark.parametrize("slug", ["digifeud", "summy", "sudoku", "tenbyten"])
def test_moving_pictures_of_very_many_matches_fill_no_memory(slug: str, anna: User, bob: User) -> None:
    terms = {"game_slug": slug, "options": games()[slug].options_type(), "first": anna, "second": bob}
    match = play_on(start_match(**terms, time_control=TimeControl.correspondence(days=3)), 2)
    resign(match.pk, anna)
    answer = Client().get(reverse("history:moving_picture", args=[match.pk]))
    kept = [alias for alias in caches if caches[alias].get(f"history.moving.{match.pk}")]
    assert kept == ["pictures"]
    assert LARGEST * caches["pictures"]._max_entries <= 32 * MB
    assert len(answer.content) < LARGEST


def test_a_player_and_a_watcher_get_the_same_picture(match: Match, anna: User, signed_in: SignedIn) -> None:
    path = reverse("history:picture", args=[match.pk, 0])
    assert signed_in(anna).get(path).content == Client().get(path).content


def test_ones_own_matches_are_sorted_by_the_time_left(anna: User, bob: User, signed_in: SignedIn) -> None:
    def start(first: User, second: User, days: int) -> str:
        terms = {"game_slug": "sudoku", "options": games()["sudoku"].options_type()}
        return start_match(first=first, second=second, time_control=TimeControl.correspondence(days=days), **terms).pk

    theirs, slow, quick = start(bob, anna, 1), start(anna, bob, 5), start(anna, bob, 2)
    over = start(anna, bob, 3)
    resign(over, anna)
    run_jobs()
    page = html_of(signed_in(anna).get(reverse("history:mine")))
    assert re.findall(r'<a(?: class="whole")? href="/matches/(\w{10})/">', page) == [quick, slow, theirs, over]
    assert page.partition("<main")[2].count("Your turn") == 2


def test_the_time_left_is_that_of_the_site(
    match: Match, anna: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = match.started_at + timedelta(hours=1)
    monkeypatch.setattr(clock.shared, "anchor", clock.Anchor(now, clock.ticks(), now))
    monkeypatch.setattr("django.utils.timezone.now", lambda: match.started_at + timedelta(days=1, hours=12))
    page = html_of(signed_in(anna).get(reverse("history:mine")))
    assert re.search(r"<time data-deadline[^>]*>2\sdays<", page)


def test_who_is_signed_out_has_no_own_matches(db: None) -> None:
    assert Client().get(reverse("history:mine")).status_code == 302
    assert Client().get(reverse("history:reading")).status_code == 302


@pytest.fixture
def text(match: Match, anna: User) -> str:
    """Return the file of a match that anna resigned."""
    return exports.as_text(resign(play_on(match, 4).pk, anna), None)


def test_a_file_is_opened_checked_and_shown(text: str, anna: User, signed_in: SignedIn) -> None:
    browser, path = signed_in(anna), reverse("history:reading")
    assert "Check and show" in html_of(browser.get(path))
    for form in ({"text": text}, {"file": SimpleUploadedFile("match.txt", text.encode())}):
        page = html_of(browser.post(path, form))
        assert "Seed, moves and result fit together." in page
        assert "Digifeud: anna – bob" in page
        assert 'class="board still"' in page


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "Choose a file, or paste its text."),
        ({"text": "hello"}, "Line 1: This line is neither a header"),
        ({"text": "<script>alert(1)</script>"}, "Line 1: "),
        ({"file": b"\xff\xfe\x00"}, "a text file."),
        ({"file": b"x" * 61_000}, "This file is too large for a match."),
    ],
)
def test_a_file_that_is_no_match_is_refused(
    anna: User, signed_in: SignedIn, form: dict[str, object], sentence: str
) -> None:
    if isinstance(content := form.get("file"), bytes):
        form = {"file": SimpleUploadedFile("match.txt", content)}
    answer = signed_in(anna).post(reverse("history:reading"), form)
    assert answer.status_code == 422
    assert sentence in html_of(answer)
    assert "<script>alert" not in html_of(answer)


def test_the_command_reads_a_file(text: str, tmp_path: Path) -> None:
    file, output = tmp_path / "match.txt", StringIO()
    file.write_text(text)
    call_command("read_match", str(file), stdout=output)
    assert "Seed, moves and result fit together." in output.getvalue()
    file.write_text(text.replace("[Points ", "[Points 1"))
    with pytest.raises(CommandError, match=r"match.txt: Line 10: The moves score"):
        call_command("read_match", str(file))
    with pytest.raises(CommandError):
        call_command("read_match", str(tmp_path / "nothing.txt"))
