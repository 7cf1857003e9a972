"""The longest variation and the longest move that the pages of an analysis read, and the chances after an end."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.http import Http404, HttpResponse
from django.test import RequestFactory

from accounts.models import User
from core import clock
from games.analysis import analysis_view, services, views
from games.analysis.analysis_view import VariationView
from games.analysis.evaluation import report
from games.analysis.reading import play_again
from games.analysis.services import JUST
from games.matches.forms import LONGEST_MOVE
from games.matches.models import Match
from games.matches.play.positions import LONGEST_LINE, follow
from games.rules import Result, Seat, say
from tests.analysis.test_variations import path_of
from tests.summy.pictures import standing

MOMENT = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("line", "is_read"),
    [
        (["x"] * LONGEST_LINE, True),
        (["x"] * (LONGEST_LINE + 1), False),
        (["x" * LONGEST_MOVE], True),
        (["x" * (LONGEST_MOVE + 1)], False),
    ],
)
def test_a_line_that_is_too_long_is_no_page(monkeypatch: pytest.MonkeyPatch, line: list[str], *, is_read: bool) -> None:
    read: list[object] = []
    monkeypatch.setattr(views, "_turn", lambda *_given: (None, None))
    monkeypatch.setattr(views, "VariationView", lambda _match, _played, _ply, texts, _study: read.append(texts))
    request = RequestFactory().get("/", {"line": line})
    if is_read:
        views._variation(request, Match(), 1)
    else:
        with pytest.raises(Http404):
            views._variation(request, Match(), 1)
    assert read == ([line] if is_read else [])


def test_to_the_longest_variation_no_move_is_added(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    game, played = finished.game, play_again(finished)
    first = game.encode(next(iter(game.legal_moves(played.positions[0]))))
    second = game.encode(next(iter(game.legal_moves(follow(game, played.positions[0], [first], 1)[-1]))))
    monkeypatch.setattr(views, "_draw", lambda _request, _view, *, status, **_extra: HttpResponse(status=status))

    def added(longest: int) -> HttpResponse:
        monkeypatch.setattr(analysis_view, "LONGEST_LINE", longest)
        request = RequestFactory().post("/", {"ply": 2, "text": second})
        return views._add(request, VariationView(finished, played, 1, [first]))

    assert added(2).headers["Location"] == path_of(finished, 1, first, second)
    assert added(1).status_code == 422


@pytest.mark.parametrize(("winner", "chance"), [(Seat.FIRST, 1.0), (Seat.SECOND, 0.0), (None, 0.5)])
def test_after_the_end_of_a_match_the_chance_is_its_result(winner: Seat | None, chance: float) -> None:
    scores = (5, 5) if winner is None else (6, 5) if winner is Seat.FIRST else (5, 6)
    over = replace(standing(scores=scores), result=Result(winner, say("")))
    assert report._chance(over, None) == chance  # type: ignore[arg-type]  # it is not asked for its outlook


@pytest.mark.parametrize(
    ("ago", "who", "expected"),
    [
        (JUST - MOMENT, "anna", True),
        (JUST, "anna", False),
        (timedelta(), "bob", True),
        (timedelta(), "nobody", False),
        (timedelta(), "computer", False),  # it is not waiting for anything
    ],
)
def test_a_match_has_just_ended_for_a_person_who_is_still_there(ago: timedelta, who: str, *, expected: bool) -> None:
    now = clock.now()
    seen = {name: now if name == who else None for name in ("anna", "bob", "computer")}
    anna, bob = (User(username=name, seen_at=seen[name]) for name in ("anna", "bob"))
    second = User(username="computer", is_computer=True, seen_at=now) if who == "computer" else bob
    match = Match(first=anna, second=second, finished_at=now - ago)
    with time_machine.travel(now, tick=False):
        assert services._has_just_ended(match) is expected
        match.finished_at = None
        assert not services._has_just_ended(match)
