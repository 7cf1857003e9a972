"""Rated matches are compared with the best moves once they are analysed; staff see who stands out, players do not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from core import clock
from games.analysis import jobs
from games.analysis.models import Analysis
from games.computers.models import Computer
from games.fairplay import services
from games.fairplay.agreement import LEVELS, SUSPICIOUS
from games.fairplay.models import Comparison, Suspicion
from games.jobs.hooks import DEFAULT
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, resign
from games.matches.time.control import TimeControl
from games.ratings.models import Rating, RatingChange
from games.social.models import Report
from tests.alike import one as one_row
from tests.analysis.conftest import few_samples
from tests.exports import export_of
from tests.factors import give_factor
from tests.jobs.running import run_due
from tests.matches.conftest import match, play_on
from tests.page_lines import lines_of

pytestmark = pytest.mark.sql

__all__ = ["few_samples", "match"]

TURNS = 6


@pytest.fixture
def rated(match: Match, anna: User, bob: User, few_samples: None) -> Match:
    """Return a rated match of six turns, which anna resigned."""
    Match.objects.filter(pk=match.pk).update(rated=True)
    match.refresh_from_db()
    return resign(play_on(match, TURNS).pk, anna)


@pytest.fixture
def boss(db: None) -> User:
    """Return a member of staff who may do all."""
    return User.objects.create_superuser("boss", password=None)


def ask() -> None:
    """Run the jobs of the end of a match and, as if a minute had passed, the one that asks for its analysis."""
    run_due(DEFAULT)
    Job.objects.update(due_at=clock.now())
    run_due(DEFAULT)


def work() -> None:
    """Run all jobs: the count of the rating, the analysis, the comparison."""
    ask()
    run_due(jobs.ANALYSES)
    Job.objects.update(due_at=clock.now())
    run_due(DEFAULT)


def desk_of(boss: User) -> Client:
    """Return a browser of staff."""
    browser = Client()
    browser.force_login(boss)
    give_factor(boss)
    return browser


def make(player: User, match: Match, *, agreed: int, days: int = 0) -> None:
    """Compare a player of this match, as if this many of 20 moves had been the best one."""
    Comparison.objects.update_or_create(
        match=match,
        player=player,
        defaults={
            "game_slug": match.game_slug, "finished_at": clock.now() - timedelta(days=days), "rating": 1500.0,
            "turns": 20, "agreed": agreed, "expected": 0.4, "loss": 0.1, "seconds": 7.0,
        },
    )  # fmt: skip
    services._update_suspicion(player, match.game_slug)


def ten_brilliant_matches(match: Match, anna: User, bob: User) -> None:
    """Have bob make the best move in nearly all turns of ten matches."""
    for number in range(10):
        options, control = match.game.options_type(), TimeControl.correspondence(days=3)
        played = start_match(game_slug="digifeud", options=options, first=anna, second=bob, time_control=control)
        make(bob, played, agreed=19, days=10 - number)


@pytest.mark.django_db
def test_both_players_of_a_rated_match_are_compared(rated: Match, anna: User, bob: User) -> None:
    one_row(RatingChange, match=one_row(Match), rating=one_row(Rating), rating_before=9.0)  # of another match
    work()
    found = {one.player: one for one in Comparison.objects.select_related("player")}
    assert set(found) == {anna, bob}
    for player, one in found.items():
        assert one.match == rated
        assert 0 < one.turns <= TURNS / 2
        assert 0 <= one.agreed <= one.turns
        assert one.expected == max(LEVELS["digifeud"].values())  # no computer player has a rating here
        assert one.rating == RatingChange.objects.get(match=rated, rating__player=player).rating_before
        assert one.seconds is not None
        assert Suspicion.objects.get(player=player).matches == 1
    assert not Suspicion.objects.filter(is_suspicious=True).exists()


def test_the_comparison_waits_for_the_analysis(rated: Match) -> None:
    ask()
    assert Analysis.objects.get(match=rated).is_on_its_way
    assert not Comparison.objects.exists()
    assert Job.objects.get(kind="fairplay.compare").tries == 0  # waiting is no failure


@pytest.mark.thorough
def test_comparing_twice_changes_nothing(rated: Match) -> None:
    work()
    before = (
        list(Comparison.objects.order_by("pk").values()),
        list(Suspicion.objects.values("player", "turns", "score")),
    )
    services.compare(rated)
    assert before == (
        list(Comparison.objects.order_by("pk").values()),
        list(Suspicion.objects.values("player", "turns", "score")),
    )


def test_a_failed_analysis_ends_the_waiting(rated: Match) -> None:
    ask()
    Analysis.objects.update(state=Analysis.State.FAILED)
    services.compare(rated)  # raises nothing
    assert not Comparison.objects.exists()


def test_casual_void_and_short_matches_are_not_compared(match: Match, anna: User, few_samples: None) -> None:
    casual = resign(play_on(match, TURNS).pk, anna)
    for changes in ({"rated": False}, {"rated": True, "voided_at": clock.now()}, {"rated": True, "ply": 3}):
        for name, value in changes.items():
            setattr(casual, name, value)
        services.compare(casual)
    assert not Comparison.objects.exists()


@pytest.mark.thorough
def test_a_computer_player_is_not_compared(rated: Match, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_computer=True)
    rated.second.is_computer = True
    ask()
    run_due(jobs.ANALYSES)
    services.compare(rated)
    assert {one.player.username for one in Comparison.objects.select_related("player")} == {"anna"}


@pytest.mark.thorough
def test_the_expectation_follows_the_ratings_of_computer_players(rated: Match, carl: User) -> None:
    ask()
    run_due(jobs.ANALYSES)
    Computer.objects.filter(level=5).delete()
    Computer.objects.create(user=carl, level=5)
    pool = Rating.objects.filter(changes__match=rated).first()
    assert pool
    now = clock.now()
    Rating.objects.create(pool=pool.pool, player=carl, rating=1200, deviation=50, volatility=0.06, rated_at=now)
    services.compare(rated)
    assert {one.expected for one in Comparison.objects.all()} == {LEVELS["digifeud"][5]}


def test_who_stands_out_is_shown_to_staff_with_the_matches(
    match: Match, anna: User, bob: User, boss: User, rated: Match
) -> None:
    ten_brilliant_matches(match, anna, bob)
    make(anna, rated, agreed=8)
    known = Suspicion.objects.get(player=bob)
    assert known.is_suspicious
    assert known.highest == known.score > SUSPICIOUS

    desk = desk_of(boss)
    listed = desk.get(reverse("admin:fairplay_suspicion_changelist")).content.decode()
    assert listed.index(">bob<") < listed.index(">anna<")
    shown = desk.get(reverse("admin:fairplay_suspicion_change", args=[known.pk])).content.decode()
    assert shown.count("/analysis/") == 10
    assert "95" in shown
    other = Suspicion.objects.get(player=anna)
    make(anna, Comparison.objects.filter(player=bob).latest("finished_at").match, agreed=11, days=1)
    Comparison.objects.filter(player=anna, match=rated).update(rating=1611.5, turns=30, loss=0.256, seconds=None)
    said = lines_of(desk.get(reverse("admin:fairplay_suspicion_change", args=[other.pk])), "suspicion_form")
    place = next(number for number, line in enumerate(said) if line.endswith("Median seconds of thought"))
    latest, earlier = said[place + 1 : place + 3]
    figures = re.compile(r"\]\([^)]*\)|\[| \d{4}-\S+ \S+")
    assert figures.sub("", earlier) == "anna – bob · Analysis | | 1500 | 20 | 11 | 8.0 | 0.10 | 7"
    assert figures.sub("", latest) == "anna – bob · Analysis | | 1612 | 30 | 8 | 12.0 | 0.26 | –"
    assert f"/matches/{rated.pk}/) · [Analysis](/matches/{rated.pk}/analysis/) | {clock.now():%Y-%m-%d}" in latest


def test_what_once_stood_out_is_remembered(match: Match, anna: User, bob: User, rated: Match) -> None:
    ten_brilliant_matches(match, anna, bob)
    highest = Suspicion.objects.get(player=bob).highest
    for one in Comparison.objects.filter(player=bob):
        make(bob, one.match, agreed=5)
    known = Suspicion.objects.get(player=bob)
    assert not known.is_suspicious
    assert known.highest == highest > known.score


def test_a_report_about_the_player_names_the_figures(
    match: Match, anna: User, bob: User, boss: User, rated: Match
) -> None:
    ten_brilliant_matches(match, anna, bob)
    report = Report.objects.create(by=anna, about=bob, match=rated, reason="cheating", made_at=clock.now())
    desk = desk_of(boss)
    shown = desk.get(reverse("admin:social_report_change", args=[report.pk])).content.decode()
    assert "Agreement with the best moves" in shown
    assert "the best move in 95% of 200 turns that mattered, expected 40%" in shown
    assert "stands out" in shown
    assert "In this match" not in shown
    make(bob, rated, agreed=13)
    shown = desk.get(reverse("admin:social_report_change", args=[report.pk])).content.decode()
    assert "In this match: 13 of 20" in lines_of(shown, "report_form")
    report = Report.objects.create(by=bob, about=anna, match=rated, reason="cheating", made_at=clock.now())
    make(anna, rated, agreed=8)
    said = lines_of(desk.get(reverse("admin:social_report_change", args=[report.pk])), "report_form")
    figure = Suspicion.objects.get(player=anna)
    place = next(number for number, line in enumerate(said) if line.endswith("Agreement with the best moves"))
    assert said[place + 1 : place + 3] == [
        f"[Digifeud](/admin/fairplay/suspicion/{figure.pk}/change/): the best move in 40% of 20 turns that mattered, "
        "expected 40%, z = 0.0",
        "In this match: 8 of 20",
    ]


def test_players_see_nothing_of_it(match: Match, anna: User, bob: User, rated: Match) -> None:
    ten_brilliant_matches(match, anna, bob)
    browser = Client()
    browser.force_login(anna)
    url = reverse("admin:fairplay_suspicion_changelist")
    assert browser.get(url).status_code in (302, 403, 404)
    assert "best moves" not in browser.get(f"/players/{bob.username}/").content.decode()


@pytest.mark.thorough  # by default: both players are compared
def test_a_void_match_counts_no_more(rated: Match) -> None:
    work()
    services.forget(rated)
    assert not Comparison.objects.exists()
    assert not Suspicion.objects.exists()


@pytest.mark.thorough
def test_a_deleted_account_leaves_no_figures_and_an_export_has_them(rated: Match, anna: User, bob: User) -> None:
    work()
    exported = export_of(bob)["fair_play"]
    assert isinstance(exported, list)
    assert [one["match"] for one in exported] == [rated.pk]
    delete_account(bob)
    assert {one.player_id for one in Comparison.objects.all()} == {anna.pk}
    assert {one.player_id for one in Suspicion.objects.all()} == {anna.pk}


@pytest.mark.thorough
def test_no_figures_are_made_of_an_account_that_was_deleted_before(rated: Match, anna: User, bob: User) -> None:
    delete_account(bob)
    work()
    assert {one.player_id for one in Comparison.objects.all()} == {anna.pk}
    assert {one.player_id for one in Suspicion.objects.all()} == {anna.pk}


@pytest.mark.thorough
def test_a_match_that_becomes_void_while_it_is_compared_does_not_count(rated: Match) -> None:
    ask()
    run_due(jobs.ANALYSES)
    being_compared = find_match(rated.pk)
    Match.objects.filter(pk=rated.pk).update(voided_at=clock.now())
    services.compare(being_compared)
    assert not Comparison.objects.exists()
    assert not Suspicion.objects.exists()
