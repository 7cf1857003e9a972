"""A match and today's puzzle in the frame of any other site: no cookies, scripts or forms, nothing hidden."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.matches.models import Match
from games.puzzles.models import Daily, Puzzle
from games.puzzles.puzzle_view import PuzzleView
from games.puzzles.services.selection import today
from tests.html import html_of
from tests.moves import first_move
from tests.puzzles.conftest import make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


@pytest.fixture
def puzzle() -> Puzzle:
    """Return today's puzzle."""
    found = make_puzzle(for_daily=True)
    Daily.objects.create(game_slug="digifeud", day=today(), number=1, puzzle=found)
    return found


def test_every_site_may_frame_it(client: Client, match: Match, puzzle: Puzzle) -> None:
    for path in (f"/embed/matches/{match.pk}/", "/embed/puzzles/digifeud/"):
        answer = client.get(path)
        policy = answer.headers["Content-Security-Policy"]

        assert answer.status_code == 200
        assert "X-Frame-Options" not in answer.headers
        assert "frame-ancestors *" in policy
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
        assert not answer.cookies
        assert not re.search(r"<script|<form|<button|style=", html_of(answer))


def test_no_other_page_may_be_framed(client: Client, match: Match) -> None:
    answer = client.get(f"/matches/{match.pk}/")
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_a_match_shows_board_names_and_points(client: Client, match: Match) -> None:
    match = first_move(match)
    html = html_of(client.get(f"/embed/matches/{match.pk}/"))

    assert "<dt>anna</dt>" in html
    assert f"<dd>{match.first_points}</dd>" in html
    assert f'href="/matches/{match.pk}/"' in html
    assert '<base target="_blank">' in html
    assert 'http-equiv="refresh"' in html
    assert html.count("<text") == len(re.findall(r"[^\s]", match.moves.get().text.partition(" ")[2]))


def test_a_finished_match_does_not_reload(client: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now(), ending="agreed")
    assert 'http-equiv="refresh"' not in html_of(client.get(f"/embed/matches/{match.pk}/"))


def test_the_puzzle_shows_no_solution(client: Client, puzzle: Puzzle) -> None:
    html = html_of(client.get("/embed/puzzles/digifeud/", headers={"accept-language": "de"}))

    assert puzzle.best not in html
    assert f'href="/puzzles/{puzzle.pk}/"' in html
    assert "Rätsel lösen" in html
    assert html.count('<span class="tile">') == len(PuzzleView(puzzle, None).rack)


@pytest.mark.parametrize("path", ["/embed/matches/nosuchone0/", "/embed/puzzles/digifeud/", "/embed/puzzles/chess/"])
def test_nothing_else_is_framed(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_code_can_be_copied(client: Client, match: Match) -> None:
    source = f"&lt;iframe src=&quot;http://testserver/embed/matches/{match.pk}/&quot;"
    assert source in html_of(client.get(f"/matches/{match.pk}/0/"))
    assert "http://testserver/embed/puzzles/summy/" in html_of(client.get("/puzzles/past/summy/"))
