"""The pages of an analysis: public, for finished matches only, also without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.safestring import SafeString
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from core import clock
from core.hooks import SlotPartial
from games import slots
from games.analysis import jobs
from games.analysis.analysis_view import OnBoard, Option, without_orders
from games.analysis.evaluation.candidates import Choice
from games.analysis.models import Analysis
from games.analysis.services import AHEAD, MEASURE, ask
from games.catalogue import games
from games.jobs.services import enqueue_all
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import play_move, resign
from games.matches.time.control import TimeControl
from games.rules import SeededRandom
from tests.analysis.conftest import TURNS, analysed
from tests.hooks import emptied
from tests.html import html_of
from tests.jobs.running import run_due
from tests.matches.conftest import play_on
from tests.sizes import cases

SignedIn = Callable[[User], Client]


def page_of(match: Match, client: Client | None = None) -> str:
    return html_of((client or Client()).get(reverse("analysis:analysis", args=[match.pk])))


def turn_of(match: Match, ply: int, query: str = "", client: Client | None = None) -> str:
    path = reverse("analysis:turn", args=[match.pk, ply]) + query
    return html_of((client or Client()).get(path))


def test_a_finished_match_offers_its_analysis(finished: Match) -> None:
    path = reverse("analysis:analysis", args=[finished.pk])
    assert path in html_of(Client().get(reverse("matches:match", args=[finished.pk])))
    turn = html_of(Client().get(reverse("matches:turn", args=[finished.pk, 3])))
    assert reverse("analysis:turn", args=[finished.pk, 3]) in turn


def test_a_running_match_does_not(match: Match) -> None:
    match = play_on(match, 2)
    for path in (reverse("matches:match", args=[match.pk]), reverse("matches:turn", args=[match.pk, 1])):
        assert "/analysis/" not in html_of(Client().get(path))


@pytest.mark.parametrize("who", ["anna", "bob", "carl", None])
def test_no_one_gets_an_analysis_of_a_running_match(
    match: Match, carl: User, who: str | None, signed_in: SignedIn
) -> None:
    match = play_on(match, 2)
    browser = signed_in(User.objects.get(username=who)) if who else Client()
    for answer in (
        browser.get(reverse("analysis:analysis", args=[match.pk])),
        browser.post(reverse("analysis:ask", args=[match.pk])),
    ):
        assert answer.status_code == 409
        assert "You can analyse a match once it is over." in html_of(answer)
        assert 'class="board' not in html_of(answer)
    answer = browser.get(reverse("analysis:turn", args=[match.pk, 1]))
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("analysis:analysis", args=[match.pk]))
    assert not Analysis.objects.exists()


def test_not_even_if_one_was_kept(match: Match) -> None:
    """Even a stored analysis of a running match is not shown."""
    match = play_on(match, 2)
    now = match.moved_at
    Analysis.objects.create(match=match, state="done", asked_at=now, measured=[{}] * 3, done=3)
    assert Client().get(reverse("analysis:analysis", args=[match.pk])).status_code == 409
    assert Client().get(reverse("analysis:turn", args=[match.pk, 1])).status_code == 302
    run_due(jobs.ANALYSES)


def test_a_match_without_moves_says_so(match: Match, anna: User) -> None:
    match = resign(match.pk, anna)
    answer = Client().get(reverse("analysis:analysis", args=[match.pk]))
    assert answer.status_code == 409
    assert "Nothing to analyse: this match has no moves" in html_of(answer)
    assert "/analysis/" not in html_of(Client().get(reverse("matches:match", args=[match.pk])))


def test_what_is_not_there_is_not_found(finished: Match) -> None:
    analysed(finished)
    for path in ("/matches/0000000000/analysis/", "/matches/0000000000/analysis/1/"):
        assert Client().get(path).status_code == 404
    for ply in (0, TURNS + 1):
        assert Client().get(reverse("analysis:turn", args=[finished.pk, ply])).status_code == 404
    assert Client().post("/matches/0000000000/analysis/ask/").status_code == 404


@pytest.mark.parametrize("who", ["anna", "bob", "carl", None])
def test_anybody_asks_sees_its_progress_and_reads_it(
    finished: Match, carl: User, who: str | None, signed_in: SignedIn
) -> None:
    browser = signed_in(User.objects.get(username=who)) if who else Client()
    assert "Analyse this match" in page_of(finished, browser)
    answer = browser.post(reverse("analysis:ask", args=[finished.pk]))
    assert answer.headers["Location"] == reverse("analysis:analysis", args=[finished.pk])
    waiting = page_of(finished, browser)
    assert "This analysis is next" in waiting
    assert 'http-equiv="refresh"' in waiting
    Analysis.objects.update(state="working", done=3)
    assert f"2 of {TURNS} turns looked at" in page_of(finished, browser)
    Analysis.objects.update(done=TURNS + 1)
    assert "Now the reasons are being found" in page_of(finished, browser)
    Analysis.objects.update(state="asked", done=0)
    run_due(jobs.ANALYSES)
    page = page_of(finished, browser)
    assert 'http-equiv="refresh"' not in page
    assert "What decided it" in page
    assert len(re.findall(r"<td", page[page.index('id="rows"') :])) == 6 * TURNS
    assert page.count("%</strong> of matches") == 2
    assert ("You drew better" in page) == (who in ("anna", "bob"))


def test_the_moments_say_why_in_the_language_of_the_viewer(finished: Match) -> None:
    """They are stored with the analysis; a moment without a sure reason has none, nor has an older analysis."""
    stored = analysed(finished)
    stored.summary["moments"] = [[1, ["points", {"more": 12}]], [2, None], [3, ["gone", {}]]]
    stored.save()
    page = page_of(finished)
    assert page.count('class="why"') == 1
    assert "It scores 12 more now." in page
    browser = Client(headers={"Accept-Language": "de"})
    assert "Das bringt jetzt 12 mehr." in page_of(finished, browser)
    answer = Client().get(f"/api/v1/matches/{finished.pk}/analysis").json()
    assert answer["moments"][0] == {"ply": 1, "key": "points", "reason": "It scores 12 more now.", "better": None}
    assert answer["moments"][2] == {"ply": 3, "key": None, "reason": None, "better": None}
    del stored.summary["moments"]
    stored.save()
    assert 'class="why"' not in page_of(finished)


def test_the_page_says_how_many_analyses_are_before_it(finished: Match) -> None:
    enqueue_all([(MEASURE, "0000000001"), (MEASURE, "0000000002")], due_at=clock.now() - 2 * AHEAD)
    ask(finished)
    assert "2 analyses are before this one" in page_of(finished)


def test_asking_needs_a_form_that_is_ours(finished: Match) -> None:
    assert Client(enforce_csrf_checks=True).post(reverse("analysis:ask", args=[finished.pk])).status_code == 403
    assert Client().get(reverse("analysis:ask", args=[finished.pk])).status_code == 302
    assert not Analysis.objects.exists()


def test_one_address_asks_for_so_many(finished: Match) -> None:
    with override_settings(RATE_LIMITS={"analysis": "1/h/ip"}):
        path = reverse("analysis:ask", args=[finished.pk])
        assert Client().post(path).status_code == 302
        assert Client().post(path).status_code == 302  # already requested: nothing to do
        Analysis.objects.all().delete()
        answer = Client().post(path)
    assert answer.status_code == 429
    assert "a lot of analyses" in html_of(answer)


def test_an_account_asks_for_so_many_and_its_neighbours_still_may(
    finished: Match, anna: User, bob: User, signed_in: Callable[[User], Client]
) -> None:
    path = reverse("analysis:ask", args=[finished.pk])
    with override_settings(RATE_LIMITS={"analysis": "300/h/ip,1/h/user"}):
        for player, status in ((anna, 302), (anna, 429), (bob, 302)):
            answer = signed_in(player).post(path)
            assert answer.status_code == status
            assert ("Retry-After" in answer) == (status == 429)
            Analysis.objects.all().delete()


def test_one_that_failed_can_be_asked_for_again(finished: Match) -> None:
    ask(finished)
    Analysis.objects.update(state="failed")
    assert "That failed. Please try again" in page_of(finished)
    Client().post(reverse("analysis:ask", args=[finished.pk]))
    assert Analysis.objects.get().state == "asked"


def test_the_last_chance_of_who_gave_up_is_told(finished: Match) -> None:
    analysed(finished)
    assert re.search(r"After the last turn anna still had a winning chance of \d+%.", page_of(finished))


def test_the_curve_leads_to_every_turn(finished: Match) -> None:
    analysed(finished)
    page = page_of(finished)
    curve = page[page.index('<figure id="chances"') : page.index("</figure>")]
    assert re.findall(r"/analysis/(\d+)/", curve) == [str(ply) for ply in range(1, TURNS + 1)]


def test_a_turn_shows_what_was_played_and_the_best_there_were(finished: Match) -> None:
    analysis = analysed(finished)
    best = analysis.measured[3]["listed"]["best"]
    page = turn_of(finished, 3)
    assert page.count("?move=") == len(best) > 1
    assert "anna held:" in page
    points = [int(found) for found in re.findall(r'<span class="brought">(\d+)', page)]
    assert points == [choice["points"] for choice in best]
    assert page.count(">most points<") >= 1
    assert page.count(">played<") == 1
    chances = [int(found) for found in re.findall(r'<b class="wins">(\d+)', page)]
    assert chances == sorted(chances, reverse=True)


def test_another_move_is_laid_on_the_board(finished: Match) -> None:
    analysis = analysed(finished)
    best = analysis.measured[3]["listed"]["best"]
    played, other = turn_of(finished, 3), turn_of(finished, 3, "?move=2")
    assert "Instead:" in other
    assert "Instead:" not in played
    boards = [page[page.index('<table id="board"') : page.index("</table>")] for page in (played, other)]
    assert boards[0] != boards[1]
    shown = f"· {best[1]['points']} point" if best[1]["points"] else "<strong>"
    assert shown in other[other.index('id="status"') :]
    assert other.count('aria-current="true"') == 1


@pytest.mark.parametrize("value", ["0", "13", "x", "-1", "99999999999999999999", "²", ""])
def test_a_move_that_is_none_shows_what_was_played(finished: Match, value: str) -> None:
    """At most twelve moves are listed: the ten best, the one with the most points, and the one that was played."""
    analysed(finished)
    assert "Instead:" not in turn_of(finished, 2, f"?move={value}")


def test_the_way_leads_from_turn_to_turn(finished: Match) -> None:
    analysed(finished)
    first, last = turn_of(finished, 1), turn_of(finished, TURNS)
    assert not re.search(r'rel="prev"\s+href', first)
    assert reverse("analysis:turn", args=[finished.pk, 2]) in first
    assert not re.search(r'rel="next"\s+href', last)


def test_there_is_a_place_for_what_other_apps_bring(finished: Match) -> None:
    analysed(finished)
    seen: list[tuple[str, int]] = []
    bring = SlotPartial("none.html", lambda page: seen.append((page["match"].pk, page["ply"])))
    with emptied(slots.analysis_turn, bring):
        turn_of(finished, 3)
    assert seen == [(finished.pk, 2)]


def test_one_plays_on_from_before_the_turn(finished: Match) -> None:
    analysed(finished)
    assert reverse("computers:play_on", args=[finished.pk, 2]) in turn_of(finished, 3)


def test_pages_cost_the_same_however_long_the_match(
    finished: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    analysed(finished)
    with django_assert_num_queries(4):
        page_of(finished)
    with django_assert_num_queries(4):
        turn_of(finished, 3)


@cases("slug", sorted(games()), default=["digifeud", "summy", "tenbyten"])
def test_every_game_is_analysed(slug: str, anna: User, bob: User, few_samples: None) -> None:
    game = games()[slug]
    seed = next(seed for seed in _seeds() if _can_score(slug, seed))
    match = start_match(
        game_slug=slug,
        options=game.options_type(),
        first=anna,
        second=bob,
        time_control=TimeControl.correspondence(days=3),
    )
    Match.objects.filter(pk=match.pk).update(seed=seed)
    match.seed = seed
    positions.clear()  # which remember the position of the former seed
    move = max(game.scored_moves(game.setup(game.options_type(), SeededRandom(seed, 0))), key=lambda scored: scored[1])[
        0
    ]
    match = resign(play_move(match.pk, anna, 1, game.encode(move)).pk, bob)
    assert analysed(match).is_done
    assert "What decided it" in page_of(match)
    page = turn_of(match, 1, "?move=1")
    assert f'data-game="{slug}"' in page
    assert ("?move=1" in page) or "No move would have brought a point" in page


def _seeds() -> Iterator[bytes]:
    return (number.to_bytes(32, "big") for number in range(1, 60))


def _can_score(slug: str, seed: bytes) -> bool:
    game = games()[slug]
    start = game.setup(game.options_type(), SeededRandom(seed, 0))
    return slug in ("tenbyten", "fifteen") or any(points for _move, points in game.scored_moves(start))


def test_one_order_of_the_same_pieces_stands_for_all() -> None:
    """Sixty orders of five digits below a zero: one of each place is listed, and what was played or is shown."""
    game = games()["summy"]
    position = game.setup(game.options_type(), SeededRandom(b"7" * 32, 386))
    moves = sorted(game.scored_moves(position), key=lambda one: -one[1])[:70]
    nowhere = OnBoard(SafeString(""), "")
    options = [
        Option(number, Choice(game.encode(move), points, 0.6, 0.01), game.judge(position, move), nowhere, *flags)
        for number, (move, points) in enumerate(moves, 1)
        for flags in [(number <= 60, number == 5, number == 7)]
    ]
    places = {frozenset(option.turn.squares): option.number for option in reversed(options[:60])}
    listed = without_orders(options)
    assert [one.number for one in listed if one.has_most] == sorted({*places.values(), 5, 7})
    assert len(places) + 2 < len(listed) < 70  # others score less
