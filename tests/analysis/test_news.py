"""An analysis begins by itself when a match ends, and the card at its end tells the main figures."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import cast

import pytest
import time_machine
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.analysis import jobs, partials, services
from games.analysis.analysis_view import Analysed
from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.moments import is_alike
from games.analysis.evaluation.report import Report, TurnReport
from games.analysis.models import VERSION, Analysis
from games.analysis.reading import (
    MISTAKE,
    Miss,
    Mistake,
    PlayerSummary,
    costliest,
    courses_of,
    mistake_of,
    sides_of,
)
from games.jobs.hooks import DEFAULT
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play.services import resign, void_match
from games.rules import PlayedMove, Seat, Square, say
from tests.analysis.conftest import analysed
from tests.html import html_of
from tests.jobs.running import run_due
from tests.matches.conftest import play_on


@pytest.fixture
def long_match(match: Match, anna: User, few_samples: None, settings: LazySettings) -> Match:
    """Return a match of eight turns, which anna resigned."""
    settings.ANALYSES_WAITING = 2
    return resign(play_on(match, 8).pk, anna)


@pytest.mark.slow
def test_it_begins_by_itself_and_its_figures_appear_on_the_page(long_match: Match, anna: User, client: Client) -> None:
    client.force_login(anna)
    path = f"/matches/{long_match.pk}/"
    assert re.search(r'id="analysis_news" data-inputs="\w+">\s*</div>', html_of(client.get(path)))
    run_due(DEFAULT)  # begins it
    run_due(jobs.ANALYSES)
    found = sides_of(Analysis.objects.get(match=long_match).summary)
    assert found
    after = html_of(client.get(path)).partition('id="analysis_news"')[2].partition("</div>")[0]
    assert f"anna <b>{round(found[0].accuracy or 0)}%</b>" in after
    miss = costliest(found, long_match.seat_of(anna))
    assert (f'href="/matches/{long_match.pk}/analysis/{miss.ply}/"' if miss else "No move gave anything away") in after


def test_an_open_page_is_sent_the_figures_once_they_are_there(long_match: Match, anna: User) -> None:
    before = partials.NEWS.of(long_match, anna)
    assert before
    assert "Accuracy" not in before.html
    run_due(DEFAULT)
    run_due(jobs.ANALYSES)
    after = partials.NEWS.of(long_match, anna)
    assert after
    assert after.version != before.version
    assert "Accuracy" in after.html


def test_nothing_was_given_away_only_where_both_played_without_a_fault(long_match: Match, anna: User) -> None:
    analysis = analysed(long_match)
    for accuracies, says in (((100.0, 36.0), False), ((36.0, 100.0), False), ((99.6, 100.0), True)):
        sides = [{"accuracy": accuracy, "luck": None, "miss": None} for accuracy in accuracies]
        Analysis.objects.filter(pk=analysis.pk).update(summary={"sides": sides, "moments": []})
        drawn = partials.NEWS.of(long_match, anna)
        assert drawn
        assert f"{accuracies[0]:.0f}%" in drawn.html
        assert ("No move gave anything away." in drawn.html) is says


def test_only_so_many_wait_and_what_players_ask_for_comes_first(
    long_match: Match, anna: User, bob: User, settings: LazySettings
) -> None:
    settings.ANALYSES_WAITING = 1
    services.begin([long_match])
    services.begin([long_match])  # once
    other = Match.objects.get(pk=long_match.pk)
    other.pk, other.commitment = "another", "another"
    other.save(force_insert=True)
    services.begin([other])
    assert [one.match_id for one in Analysis.objects.all()] == [long_match.pk]
    services.ask(other, ahead=services.OWN)
    assert in_turn() == [other.pk, long_match.pk]


def in_turn() -> list[str]:
    """Return the keys of the waiting analyses, the next one first."""
    return list(Job.objects.filter(kind=services.MEASURE).order_by("due_at").values_list("key", flat=True))


def test_a_match_that_a_player_has_just_finished_goes_before_what_strangers_ask_for(
    long_match: Match, settings: LazySettings
) -> None:
    """A match of players who are gone, as the demo brings many, waits for both."""
    settings.ANALYSES_WAITING = 9
    other = Match.objects.get(pk=long_match.pk)
    for number in range(2):
        other.pk, other.commitment = f"another{number}", f"another{number}"
        other.finished_at = timezone.now() - timedelta(days=1)
        other.save(force_insert=True)
    services.begin([Match.objects.get(pk="another0")])
    services.ask(Match.objects.get(pk="another1"))
    services.begin([Match.objects.get(pk=long_match.pk)])
    assert in_turn() == [long_match.pk, "another1", "another0"]
    assert not Job.objects.filter(kind=services.ESTIMATE, key="another0").exists()


def test_an_analysis_at_which_its_player_looks_goes_before_those_of_all_others(
    long_match: Match, anna: User, carl: User, client: Client, settings: LazySettings
) -> None:
    """What strangers asked for hours ago, and what others have just finished, waits."""
    settings.ANALYSES_WAITING = 9
    others = ["asked", "ended"]
    for number, key in enumerate(others):
        other = Match.objects.get(pk=long_match.pk)
        other.pk, other.commitment = key, key
        other.save(force_insert=True)
        with time_machine.travel(timezone.now() - timedelta(hours=9 - number), tick=False):
            services.ask(other) if key == "asked" else services.begin([other])
    services.begin([long_match])
    Job.objects.filter(kind=services.MEASURE, key=long_match.pk).update(due_at=timezone.now())
    sees = {"sees": f"analysis:{long_match.pk}"}
    path = f"/matches/{long_match.pk}/analysis/"
    assert f'data-sees="{sees["sees"]}"' not in html_of(client.get(path))
    client.force_login(anna)
    assert f'data-sees="{sees["sees"]}"' in html_of(client.get(path))
    services.look(carl, sees)
    for nonsense in ({}, {"sees": 7}, {"sees": "analysis:\0"}, {"sees": "analysis:nowhere"}):
        services.look(anna, nonsense)
    assert in_turn()[-1] == long_match.pk
    services.look(anna, sees)
    services.look(anna, sees)
    assert in_turn()[0] == long_match.pk
    assert "This analysis is next…" in html_of(client.get(path))


def test_short_void_and_running_matches_are_left_alone(
    match: Match, anna: User, few_samples: None, settings: LazySettings
) -> None:
    settings.ANALYSES_WAITING = 9
    running = play_on(match, 3)
    services.begin([running])
    ended = resign(running.pk, anna)
    services.begin([ended])
    services.begin([void_match(ended.pk)])
    assert not Analysis.objects.exists()


def test_with_nothing_allowed_to_wait_players_ask(match: Match, anna: User, few_samples: None) -> None:
    ended = resign(play_on(match, 8).pk, anna)
    assert ended.finished_at
    with time_machine.travel(ended.finished_at + timedelta(minutes=1)):
        run_due(DEFAULT)
    assert not Analysis.objects.exists()
    assert sides_of(analysed(ended).summary)


def test_a_spectator_is_told_the_costliest_miss_of_both() -> None:
    figures = PlayerSummary(90, 50, Miss(3, 0.04)), PlayerSummary(80, 50, Miss(8, 0.2))
    assert costliest(figures, Seat.FIRST) == Miss(3, 0.04)
    assert costliest(figures, None) == Miss(8, 0.2)
    assert costliest((PlayerSummary(100, 50, None), PlayerSummary(100, 50, None)), None) is None


def test_an_unfinished_analysis_has_no_figures(long_match: Match) -> None:
    services.begin([long_match])
    assert sides_of(Analysis.objects.get().summary) is None
    assert jobs.ANALYSES.name == "analyses"


def analysed_with(match: Match, number: int, accuracy: float, miss: list[float] | None) -> None:
    """Store a finished match like this one, with the figures of its first player."""
    match.pk, match.commitment = f"copy{number}", f"copy{number}"
    match.finished_at = timezone.now() + timedelta(minutes=number)
    match.save(force_insert=True)
    side = {"accuracy": accuracy, "luck": 40, "miss": miss, "mistakes": {"greedy": 1} if miss else {}}
    other = {"accuracy": None, "luck": 50, "miss": None}
    Analysis.objects.create(
        match=match, state=Analysis.State.DONE, asked_at=timezone.now(), summary={"sides": [side, other]}
    )


def test_a_players_page_shows_accuracy_and_luck_over_time(match: Match, anna: User, bob: User, client: Client) -> None:
    ended = resign(play_on(match, 1).pk, bob)
    for number, (accuracy, miss) in enumerate([(60.0, [5, 0.2]), (90.0, None)]):
        analysed_with(ended, number, accuracy, miss)
    assert courses_of(anna) == []  # too few to say something
    analysed_with(ended, 2, 90.0, [7, 0.31])
    (course,) = courses_of(anna)
    assert (course.accuracy, course.luck, course.miss) == (80, 40, ("copy2", Miss(7, 0.31)))
    assert course.line == "3.0,29.0 60.0,9.5 117.0,9.5"
    assert course.mistake is None  # two costly moves say nothing
    assert courses_of(bob) == []  # he made no move
    page = html_of(client.get("/matches/by/anna/"))
    assert "last 3 matches" in page
    assert "<strong>80%</strong>" in page
    assert "Better draws than in 40% of matches." in page
    assert '<a href="/matches/copy2/analysis/7/">turn 7</a>, about 31%.' in page


def test_accuracy_over_time_is_of_one_definition(match: Match, anna: User, bob: User) -> None:
    """A match analysed by a former method has no part in the mean until it is analysed again."""
    ended = resign(play_on(match, 1).pk, bob)
    for number, accuracy in enumerate([20.0, 80.0, 80.0, 80.0]):
        analysed_with(ended, number, accuracy, None)
    Analysis.objects.filter(match="copy0").update(version=VERSION - 1)
    (course,) = courses_of(anna)
    assert course.accuracies == [80, 80, 80]


@pytest.mark.parametrize(
    ("points", "squares", "better", "kind"),
    [
        (12, (Square(1, 1),), 8, Mistake.GREEDY),
        (8, (Square(1, 1),), 12, Mistake.MISSED),
        (0, (), 8, Mistake.PASSED),
        (9, (Square(1, 1),), 8, Mistake.TRADED),
    ],
)
def test_a_costly_move_is_a_kind_of_mistake(
    points: int, squares: tuple[Square, ...], better: int, kind: Mistake
) -> None:
    turn = PlayedMove(Seat.FIRST, say("plays"), squares=squares, points=points)
    best = Choice("best", better, 0.6, 0.01)
    assert mistake_of(TurnReport(1, turn, 12, (best,), 0.5, 0.0, MISTAKE, 0.01, 0.2)) is kind
    assert mistake_of(TurnReport(1, turn, 12, (best,), 0.5, 0.0, MISTAKE - 0.01, 0.01, 0.2)) is None


@pytest.mark.parametrize(
    ("played", "cost", "error", "alike"),
    [
        (0.3, 0.02, 0.01, True),
        (0.3, 0.1, 0.01, False),  # clearly worse
        (0.3, 0.1, 0.1, True),  # perhaps worse
        (0.45, 0.1, 0.1, False),  # perhaps worse, and it costs more than half of what the played one did
        (0.59, 0.004, 0.01, True),
        (0.595, 0.004, 0.01, False),
    ],
)
def test_a_move_is_named_beside_the_best_one_if_it_is_about_as_good(
    played: float, cost: float, error: float, alike: bool
) -> None:
    best, one = Choice("best", 9, 0.6, 0.01), Choice("one", 9, 0.6 - cost, error)
    assert is_alike(one, best, Choice("played", 9, played, 0.01)) is alike


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("greedy", "most points taken where fewer were better."),
        ("missed", "more points overlooked."),
        ("passed", "nothing placed where a move was better."),
        ("traded", "points given up for no gain."),
    ],
)
def test_a_players_page_tells_the_usual_mistake(match: Match, bob: User, client: Client, kind: str, words: str) -> None:
    ended = resign(play_on(match, 1).pk, bob)
    for number in range(3):
        analysed_with(ended, number, 80.0, [5, 0.2])
    Analysis.objects.update(summary=summary_with({kind: 1}))
    page = html_of(client.get("/matches/by/anna/"))
    assert f"3 of 3 costly moves: {words}" in page


def summary_with(mistakes: dict[str, int]) -> dict[str, object]:
    side = {"accuracy": 80.0, "luck": 40, "miss": [5, 0.2], "mistakes": mistakes}
    return {"sides": [side, {"accuracy": None, "luck": 50, "miss": None}]}


@pytest.mark.parametrize(("winner", "loser"), [(Seat.FIRST, "bob"), (Seat.SECOND, "anna"), (None, None)])
def test_a_draw_has_no_loser(anna: User, bob: User, winner: Seat | None, loser: str | None) -> None:
    match = Match(first=anna, second=bob, winner=winner)
    found = Analysed(match, cast("Report", None), None).loser
    assert (found.username if found else None) == loser
