"""Where hints, levels and guided matches end, and when a computer does not move."""

from __future__ import annotations

from concurrent.futures import Future

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core import clock
from games.catalogue import bots
from games.computers import jobs, partials, services
from games.computers.errors import NoSuchComputer
from games.computers.models import Guide, Hint
from games.computers.services import (
    ask_hint,
    begin_guided,
    begin_match,
    computer_for,
    even_level,
    find_computer,
    fitting_level,
    hint_of,
    make_computers,
    may_have_hints,
)
from games.jobs.hooks import Postponed
from games.jobs.models import Job
from games.matches.forms import LONGEST_MOVE
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.play.positions import LONGEST_LINE
from games.matches.play.services import resign
from games.ratings.models import Rating, RatingPool
from games.rules import Seat, SeededRandom
from games.workers import PoolClosed
from tests.computers.test_hints import begun, replaced
from tests.matches.conftest import play_on


def over(player: User, level: int) -> Match:
    match = play_on(begin_match(player, "digifeud", level), 2)
    return resign(match.pk, find_computer(level))


def test_who_has_played_no_computer_begins_a_quarter_of_the_way_up(anna: User) -> None:
    """With a rating it is the computer with the nearest one."""
    make_computers()
    levels = sorted(bots()["digifeud"])
    assert fitting_level(anna, "digifeud") == levels[len(levels) // 4]
    pool, _is_new = RatingPool.objects.get_or_create(game_slug="digifeud", is_live=False, kind=RatingPool.Kind.PEOPLE)

    def rate(player: User, rating: int) -> None:
        facts = {"deviation": 60, "volatility": 0.06, "rated_at": clock.now()}
        Rating.objects.create(player=player, pool=pool, rating=rating, **facts)

    rate(anna, 1500)
    assert fitting_level(anna, "digifeud") == levels[len(levels) // 4]  # no computer has a rating
    for level, rating in ((levels[0], 1000), (levels[-1], 1450), (levels[1], 1560)):
        rate(find_computer(level), rating)
    assert fitting_level(anna, "digifeud") == levels[-1]


def test_a_match_between_people_has_no_even_computer(anna: User, bob: User) -> None:
    match = resign(play_on(begun("digifeud", anna, bob), 2).pk, bob)
    assert even_level(match, anna) is None


@pytest.mark.parametrize("slug", ["digifeud", "nosuchgame"])
def test_no_computer_of_an_unknown_level_or_game_is_made(db: None, slug: str) -> None:
    with pytest.raises(NoSuchComputer):
        computer_for(slug, 99)
    assert not User.objects.filter(is_computer=True).exists()


def test_a_guided_match_is_dealt_again_five_times_at_most(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the first turn places nothing, and the guide is there all the same; no other match is left."""
    dealt: list[str] = []

    def can_place(match: Match) -> bool:
        dealt.append(match.pk)
        return False

    monkeypatch.setattr(services, "_can_place", can_place)
    match = begin_guided(anna, "digifeud")
    assert len(dealt) == services.MOST_DEALS - 1  # the last deal is taken as it is
    assert [*Match.objects.values_list("pk", flat=True)] == [match.pk]
    assert Guide.objects.get().match == match


def test_a_hint_for_an_earlier_turn_begins_again(anna: User) -> None:
    match = begun("digifeud", anna, find_computer(1))
    ask_hint(match.pk, anna, 1)
    Hint.objects.update(ply=match.ply + 2, step=3, text="pass")
    Job.objects.all().delete()
    assert hint_of(match) is None
    hint = ask_hint(match.pk, anna, 3)
    assert (hint.ply, hint.step, hint.text) == (match.ply, 1, "")
    assert Job.objects.filter(kind=services.HINT, key=match.pk).count() == 1
    assert Hint.objects.get() == hint_of(match)


def test_a_match_that_waits_for_its_players_has_no_hints(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("digifeud", anna, find_computer(1))
    assert may_have_hints(match, anna)
    monkeypatch.setattr(Match, "is_gathering", True)
    assert not may_have_hints(match, anna)


def test_a_computer_does_not_move_where_it_is_not_to_move(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sealed move, a match that waits for its players, one that is over, and one that is the person's turn."""
    match = begun("digifeud", find_computer(1), anna)
    job = Job(kind=jobs.TURN, key=match.pk)
    asked: list[object] = []
    monkeypatch.setattr(jobs, "begin", lambda *given: asked.append(given))
    for changes in ({"sealed_move": "pass"}, {"finished_at": clock.now()}, {"to_move": 2}):
        other = replaced(match, *next(iter(changes.items())))
        monkeypatch.setattr(jobs, "matches_of", lambda _jobs, other=other: [other])
        assert jobs.think(job) is None, changes
    monkeypatch.setattr(jobs, "matches_of", lambda _jobs: [match])
    monkeypatch.setattr(Match, "is_gathering", True)
    assert jobs.think(job) is None
    assert asked == []
    monkeypatch.setattr(Match, "is_gathering", False)
    assert jobs.think(job)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("line", "is_read"),
    [
        (["x"] * LONGEST_LINE, True),
        (["x"] * (LONGEST_LINE + 1), False),
        (["x" * LONGEST_MOVE], True),
        (["x" * (LONGEST_MOVE + 1)], False),
    ],
)
def test_a_line_that_is_too_long_is_not_read(
    anna: User, client: Client, monkeypatch: pytest.MonkeyPatch, line: list[str], *, is_read: bool
) -> None:
    match = begun("digifeud", anna, find_computer(1))
    read: list[list[str]] = []
    monkeypatch.setattr("games.computers.views.check_origin", lambda _match, _ply, given: read.append(given))
    monkeypatch.setattr("games.computers.views.play_on_from", lambda *_given, **_more: match)
    client.force_login(anna)
    client.post(reverse("computers:play_on", args=[match.pk, 0]), {"level": "1", "line": line})
    assert read == ([line] if is_read else [])


def test_a_hint_is_not_sought_for_a_match_that_is_gone_or_twice(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("digifeud", anna, find_computer(1))
    job = Job(kind=services.HINT, key=match.pk)
    begun_searches: list[object] = []
    monkeypatch.setattr("games.computers.jobs.workers.begin", lambda *given: begun_searches.append(given))
    assert jobs.seek_hint(Job(kind=services.HINT, key="nosuchmatch")) is None
    assert jobs.seek_hint(job) is None  # no one has asked
    ask_hint(match.pk, anna, 1)
    assert jobs.seek_hint(job)
    Hint.objects.update(text="pass")
    assert jobs.seek_hint(job) is None
    assert len(begun_searches) == 1


def test_a_process_that_exits_leaves_a_hint_to_the_next_one(anna: User) -> None:
    match = begun("digifeud", anna, find_computer(1))
    ask_hint(match.pk, anna, 1)
    closed: Future[str] = Future()
    closed.set_exception(PoolClosed())
    with pytest.raises(Postponed):
        jobs._keep(match, 1, closed)
    assert Hint.objects.get().text == ""


def test_the_guide_proposes_a_long_move_where_there_is_no_short_one(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    board_view = MatchView(begin_guided(anna, "digifeud"), Seat.FIRST)
    view = board_view.view
    position = board_view.game.determinize(view, SeededRandom(b"any"))
    moves = list(board_view.game.legal_moves(position))
    most = max(board_view.game.judge(position, move).points for move in moves)
    monkeypatch.setattr(partials, "SHORT", 0)
    partials._proposed.clear()
    assert partials.propose(board_view).turn.points == most
    partials._proposed.clear()
