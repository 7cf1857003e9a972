"""Score and strength: the sum of the scores in Digifeud, and the rank among all players by it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names import name_key
from accounts.services import delete_account
from games.computers.services import find_computer
from games.history.statistics import statistics_of, totals
from games.matches.files import exports
from games.matches.files.exports import verify
from games.matches.files.transcript import Unreadable, read
from games.matches.models import Match
from games.matches.play.services import end_overdue, find_match, play_move, resign, void_match
from games.ratings import rankings
from games.ratings.glicko2 import Standing
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.ratings.rankings import Strength, strengths_of
from games.ratings.services import count_match
from games.ratings.update import State
from games.rules import Seat
from tests.exports import export_of
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.lobby.conftest import at_once
from tests.plans import plan_of
from tests.ratings.conftest import NOON, beats, begun, check, ended, opened, rating_of, score_of, settle, stored

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]
PAGE = "/ratings/digifeud/days/"


def page_of(browser: Client, path: str) -> str:
    return html_of(browser.get(path, follow=True))


def passed_out(first: User, second: User) -> Match:
    """Return a rated match of Digifeud that ended because the first player passed twice in a row."""
    match = begun(first, second, slug="digifeud")
    for player in (first, second, first):
        match = play_move(match.pk, player, match.ply + 1, "pass")
    return match


def place_of(player: User, slug: str = "digifeud") -> Strength | None:
    return strengths_of([slug], [player.pk]).get((slug, player.pk))


def test_a_match_that_is_played_out_brings_both_a_score(anna: User, bob: User) -> None:
    match = passed_out(anna, bob)
    assert (match.counts, match.scores) == (True, True)
    for player in (anna, bob):
        assert score_of(player) == rating_of(player, "digifeud").changes.get().score
    assert (score_of(anna) or 0) + (score_of(bob) or 0) >= 4
    check()


def test_d16_who_gives_up_or_lets_the_time_run_out_loses_rating_and_no_score_is_counted(anna: User, bob: User) -> None:
    assert not resign(opened(anna, bob, "digifeud").pk, anna).scores
    late = opened(anna, bob, "digifeud")
    Match.objects.filter(pk=late.pk).update(deadline_at=timezone.now())
    assert end_overdue() == 1
    late = find_match(late.pk)
    assert (late.winner, late.first_points, late.scores) == (Seat.SECOND, 1, False)
    assert (rating_of(anna, "digifeud").lost, rating_of(bob, "digifeud").won) == (2, 2)
    assert list(RatingChange.objects.values_list("score", flat=True)) == [None] * 4
    assert not Score.objects.exists()
    check()


def test_d17_it_is_counted_after_one_move_as_well(anna: User, bob: User) -> None:
    match = begun(anna, bob, slug="digifeud")
    match = resign(play_move(match.pk, anna, 1, "pass").pk, anna)
    assert (match.winner, match.first_points, match.second_points) == (Seat.SECOND, 1, 0)
    assert rating_of(anna, "digifeud").rating < 1500 < rating_of(bob, "digifeud").rating
    assert not Score.objects.exists()


@pytest.mark.parametrize("slug", ["sudoku", "summy", "tenbyten"])
def test_no_other_game_has_score_or_strength(anna: User, bob: User, slug: str) -> None:
    ended(anna, bob, 1, slug=slug)
    assert not Score.objects.exists()
    page = page_of(Client(), f"/ratings/{slug}/days/").partition('id="how"')[0]
    assert "Strength" not in page
    assert "Score" not in page


def test_live_and_correspondence_matches_add_up_to_one_score(anna: User, bob: User) -> None:
    ended(anna, bob, 1, NOON, (30, 10), slug="digifeud")
    ended(anna, bob, 1, NOON, (30, 10), slug="digifeud", live=True)
    assert score_of(anna) == 10 + 10
    assert score_of(bob) == 2 + 2
    check()


def test_strength_is_the_place_by_score_and_equals_share_it(anna: User, bob: User, carl: User) -> None:
    dora, emil = (User.objects.create_user(name) for name in ("dora", "emil"))
    for player, total in ((anna, 30), (bob, 20), (carl, 20), (dora, 7), (find_computer(1), 99)):
        Score.objects.create(player=player, game_slug="digifeud", total=total)
    Score.objects.create(player=emil, game_slug="elsewhere", total=50)
    assert [place_of(player) for player in (anna, bob, carl, dora)] == [
        Strength(30, 1, 4),
        Strength(20, 2, 4),
        Strength(20, 2, 4),
        Strength(7, 4, 4),
    ]
    assert place_of(emil) is None
    computer = place_of(find_computer(1))
    assert computer
    assert (computer.score, computer.place) == (99, None)


def test_ranks_among_very_many_are_counted_from_indexes(anna: User) -> None:
    """Neither the rows of all players are read nor, for the place of a rating, those of all ratings."""
    settle(anna, 1500, slug="digifeud")
    pool = RatingPool.objects.get(game_slug="digifeud", is_live=False)
    crowd = User.objects.bulk_create(
        [User(username=f"crowd{n}", name_key=name_key(f"crowd{n}")) for n in range(3000)], 1000
    )
    rows = [Rating(pool=pool, player=player) for player in crowd]
    for number, row in enumerate(rows):
        row.state = State(Standing(1200 + number / 10, 50), timezone.now())
    Rating.objects.bulk_create(rows, 500)
    Score.objects.bulk_create(Score(player=player, game_slug="digifeud", total=player.pk % 9) for player in crowd)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        with CaptureQueriesContext(connection) as ran:
            assert place_of(crowd[0])
            assert rankings.place_of(anna, pool, timezone.now())
    plans = [plan_of(query["sql"]) for query in ran]
    assert not [plan for plan in plans if re.search(r"(Seq Scan on|SCAN) accounts_user$", plan, re.MULTILINE)]
    assert any("user_unranked" in plan for plan in plans)
    assert any("rating_place" in plan for plan in plans)


def test_who_has_left_holds_no_place(anna: User, bob: User) -> None:
    ended(bob, anna, 1, slug="digifeud")
    assert place_of(anna) == Strength(2, 2, 2)
    delete_account(bob)
    assert place_of(anna) == Strength(2, 1, 1)
    check()


def test_a_void_match_takes_its_score_back(anna: User, bob: User, carl: User) -> None:
    ended(anna, bob, 1, slug="digifeud")
    before = (score_of(anna), score_of(bob))
    wrong = ended(anna, carl, 1, NOON + timedelta(days=1), slug="digifeud", live=True)
    assert not void_match(wrong.pk).scores
    run_jobs()
    assert (score_of(anna), score_of(bob), score_of(carl)) == (*before, None)
    check()


def test_a_score_that_someone_touched_is_found_and_mended(anna: User, bob: User, carl: User) -> None:
    ended(anna, bob, 1, slug="digifeud")
    before = score_of(anna)
    Score.objects.filter(player=anna).update(total=99)
    Score.objects.create(player=carl, game_slug="digifeud", total=5)
    with pytest.raises(CommandError, match="not what history gives"):
        check()
    call_command("recompute_ratings", verbosity=0)
    assert (score_of(anna), score_of(carl)) == (before, None)
    check()


@pytest.mark.django_db(transaction=True)
def test_live_and_correspondence_matches_end_while_all_is_counted_again(anna: User, bob: User, carl: User) -> None:
    ended(anna, bob, 1, slug="digifeud"), ended(bob, carl, 1, slug="digifeud", live=True)
    pairs = [(anna, bob), (bob, anna), (carl, anna), (bob, carl)]
    matches = [stored(*pair, 1, slug="digifeud", live=number % 2 == 0) for number, pair in enumerate(pairs)]
    outcomes = at_once(
        lambda: call_command("recompute_ratings", verbosity=0),
        *[lambda match=match: count_match(match) for match in matches],
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert RatingChange.objects.exclude(score=None).count() == 2 * 6
    check()


def test_a_match_that_is_given_up_is_won_and_lost_wherever_it_is_listed(anna: User, bob: User) -> None:
    resign(opened(anna, bob, "digifeud").pk, anna)
    late = opened(bob, anna, "digifeud")
    Match.objects.filter(pk=late.pk).update(deadline_at=timezone.now())
    end_overdue()
    run_jobs()
    (digifeud, _all) = totals(anna, bob)
    assert (digifeud.won, digifeud.lost) == (1, 1)
    assert (statistics_of(anna).habits.seen_through, statistics_of(bob).habits.seen_through) == (1, 1)
    assert sorted(row.gain for row in statistics_of(anna).recent if row.gain is not None)[0] < 0


def test_the_match_page_says_that_only_the_rating_counts(anna: User, bob: User, signed_in: SignedIn) -> None:
    match = resign(opened(anna, bob, "digifeud").pk, bob)
    page = page_of(signed_in(anna), reverse("matches:match", args=[match.pk]))
    assert '<span class="gain up">+162</span>' in page
    assert "score +" not in page
    assert "It counts for the rating, not for score and strength." in page
    assert "score +" in page_of(signed_in(anna), reverse("matches:match", args=[passed_out(anna, bob).pk]))
    sudoku = page_of(signed_in(anna), reverse("matches:match", args=[beats(anna, bob).pk]))
    assert "score" not in sudoku.partition('id="verdict"')[2].partition("</section>")[0]


def test_the_rating_page_shows_score_and_strength_beside_rating_and_rank(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    settle(anna, 1700, slug="digifeud"), settle(bob, 1800, slug="digifeud")
    for player, total in ((anna, 137), (bob, 40), (carl, 200)):
        Score.objects.create(player=player, game_slug="digifeud", total=total)
    page = page_of(signed_in(anna), PAGE)
    assert "You are number 2 with 1700." in page
    assert "Your score is 137. Your strength: 2 of 3." in page
    table = " ".join(re.sub("<[^>]*>", " ", page.partition("<table")[2].partition("</table>")[0]).split())
    assert "Uncertainty Score Strength Matches" in table
    assert "bob 1800 60 40 3 of 3 10" in table
    assert page_of(signed_in(carl), PAGE).count("Your score is 200. Your strength: 1 of 3.") == 1


def test_the_players_page_shows_score_and_strength(anna: User, bob: User, carl: User) -> None:
    ended(anna, bob, 1, NOON, (30, 10), slug="digifeud")
    Score.objects.create(player=carl, game_slug="digifeud", total=41)
    assert "Score 10 · strength 2 of 3" in page_of(Client(), "/matches/by/anna/")
    ended(carl, bob, 1)
    assert "strength" not in page_of(Client(), "/matches/by/carl/")
    ended(anna, bob, 1)
    assert "strength" not in page_of(Client(), "/matches/by/anna/?chart=sudoku-days"), "the chart of another game"


@pytest.mark.parametrize(
    ("language", "original", "ours"),
    [
        (
            "en",
            "The range from 4 to 16 comes from the original rules",
            "0 to 3 for a loss, 2 to 5 for a draw and the formula are ours",
        ),
        ("nl", "Het bereik van 4 tot 16 komt uit de oorspronkelijke regels", "0 tot 3 bij verlies"),
        ("de", "Der Bereich von 4 bis 16 stammt aus den ursprünglichen Regeln", "0 bis 3 bei einer Niederlage"),
    ],
)
def test_it_is_said_which_figures_are_the_originals(
    client: Client, db: None, language: str, original: str, ours: str
) -> None:
    page = html_of(client.get(reverse("ratings:how"), headers={"accept-language": language}))
    assert original in page
    assert ours in page
    assert "Strength is another word for the rating" not in page


def test_fifty_places_cost_what_one_costs(anna: User, signed_in: SignedIn) -> None:
    settle(anna, 1500, slug="digifeud")
    Score.objects.create(player=anna, game_slug="digifeud", total=3)
    browser = signed_in(anna)
    alone = _queries(browser)
    for number in range(60):
        player = User.objects.create_user(f"player{number}")
        settle(player, 1400 + number, slug="digifeud")
        Score.objects.create(player=player, game_slug="digifeud", total=number)
    assert _queries(browser) == alone


def _queries(browser: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(PAGE).status_code == 200
    return len(queries)


def test_the_export_and_the_file_say_what_counted(anna: User, bob: User) -> None:
    played = passed_out(anna, bob)
    resigned = resign(opened(anna, bob, "digifeud").pk, bob)
    casual = resign(begun(anna, bob, rated=False).pk, bob)
    exported: Any = export_of(anna)  # lists and mappings, as in JSON
    assert exported["scores"] == [{"game": "digifeud", "total": score_of(anna)}]
    for match, counted in ((played, "rating score"), (resigned, "rating"), (casual, "nothing")):
        transcript = exports.transcript_of(find_match(match.pk), None)
        assert transcript.data["counts"] == counted
        assert f"[Counts {counted}]" in transcript.text
        assert read(transcript.text) == read(json.dumps(transcript.data)) == transcript
        assert verify(transcript).position


def test_a_file_from_before_says_nothing_of_what_counted(anna: User, bob: User) -> None:
    text = exports.as_text(passed_out(anna, bob), None)
    assert read(text.replace("[Counts rating score]\n", "")).counts == ""
    with pytest.raises(Unreadable):
        read(text.replace("[Counts rating score]", "[Counts much]"))
    assert "Counts" not in exports.as_text(begun(anna, bob), None)
