"""Where a game counts something beside points, lists show that large: in 10 BY 10 chips, with games won small."""

from __future__ import annotations

from importlib import import_module

from django.apps import apps
from django.test import Client
from django.utils.translation import override

from accounts.models import User
from games.catalogue import games
from games.history.models import Participation
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.pages.tallies import Score, score_of
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move, resign
from games.matches.time.control import TimeControl
from games.rules import Seat
from games.tenbyten.model.position import TenByTenPosition
from tests.html import html_of
from tests.jobs.running import run_jobs

MIGRATION = import_module("games.matches.migrations.0002_until_0_2")


def begin(anna: User, bob: User, slug: str = "tenbyten") -> Match:
    terms = {"game_slug": slug, "options": games()[slug].options_type(), "first": anna, "second": bob}
    return start_match(time_control=TimeControl.correspondence(days=3), rated=True, **terms)


def play_to_the_end(match: Match) -> Match:
    """Return the match after moves that capture the most."""
    while not match.finished_at:
        scored = match.game.scored_moves(positions.replay(match).position)
        move, _chips = max(scored, key=lambda pair: pair[1])
        match = play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, match.game.encode(move))
    return match


def test_the_chips_of_a_finished_match_are_large_and_its_games_small(anna: User, bob: User, client: Client) -> None:
    match = find_match(play_to_the_end(begin(anna, bob)).pk)
    run_jobs()
    position = positions.replay(match).position
    assert isinstance(position, TenByTenPosition)
    first, second = chips = position.public.capture_counts
    games_won = f"{match.first_points} : {match.second_points} games"
    assert max(match.first_points, match.second_points) == 2  # what decides stays as it is
    assert score_of(match) == Score(chips, "chips", games_won)
    assert f"chips · {games_won}" in html_of(client.get("/matches/by/anna/"))
    assert f"10 BY 10: anna {first} – {second} bob (chips · {games_won})" in html_of(
        client.get("/feeds/players/anna.atom")
    )
    page = html_of(client.get(f"/matches/{match.pk}/"))
    assert f"<b>{first}</b> chips <i>anna</i>" in " ".join(page.split())
    assert f"<small>{games_won}</small>" in page
    assert f"anna {first} chips, bob {second} chips" in page  # for chat programs


def test_the_numbers_are_those_of_the_running_game_until_then(anna: User, bob: User) -> None:
    match = begin(anna, bob)
    assert score_of(find_match(match.pk)) == Score((0, 0), "chips")
    Match.objects.filter(pk=match.pk).update(tallies=[[3, 5], [0, 1]])
    assert score_of(find_match(match.pk), Seat.SECOND) == Score((5, 3), "chips", "1 : 0 games")
    with override("de"):
        assert score_of(find_match(match.pk)).words == "Chips\N{NO-BREAK SPACE}· 0 : 1 Runden"


def test_points_have_no_word(anna: User, bob: User) -> None:
    assert score_of(begin(anna, bob, "sudoku")) == Score((0, 0))


def test_matches_of_an_earlier_release_are_counted_by_a_job(anna: User, bob: User) -> None:
    over, running, other = play_to_the_end(begin(anna, bob)), begin(anna, bob), begin(anna, bob, "sudoku")
    given_up = resign(play_on_once(begin(anna, bob)).pk, anna)
    before = {match.pk: find_match(match.pk).tallies for match in (over, running, other, given_up)}
    Match.objects.update(tallies=None)
    assert score_of(find_match(over.pk)) == Score((over.first_points, over.second_points), "games")
    assert score_of(find_match(running.pk)) == Score((0, 0), "chips")
    Job.objects.all().delete()
    MIGRATION.enqueue(apps, None)
    run_jobs()
    assert {match.pk: find_match(match.pk).tallies for match in (over, running, other, given_up)} == before
    assert before[other.pk] is None


def test_a_match_that_cannot_be_replayed_is_asked_once(anna: User, bob: User) -> None:
    match = begin(anna, bob)
    Match.objects.filter(pk=match.pk).update(tallies=None, rules_version=99)
    MIGRATION.enqueue(apps, None)
    run_jobs()
    assert find_match(match.pk).tallies == []
    assert Participation.objects.filter(match=match).count() == 2


def play_on_once(match: Match) -> Match:
    move = next(iter(match.game.legal_moves(positions.replay(match).position)))
    return play_move(match.pk, match.first, 1, match.game.encode(move))
