"""The deal of the day: made once, played once by each account, and its table with places, percentages and friends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.security import SCOPES, make_token
from games.catalogue import bots
from games.daily.errors import NoDeal
from games.daily.exports import deals_of
from games.daily.models import DailyDeal, Try
from games.daily.services import begin, forget, level_on, make_deals
from games.daily.table import Results, lead_of
from games.fairness.commitment_log import faults, number_lines, read_lines
from games.jobs.hooks import DEFAULT
from games.matches.models import Match
from games.matches.play.services import resign, void_match
from games.social.following import follow
from tests.api.conftest import Caller, data_of, problem_of
from tests.daily.conftest import FRIDAY, given_up, moved
from tests.html import html_of
from tests.jobs.running import run_due

SignedIn = Callable[[User], Client]
TOMORROW = FRIDAY + timedelta(days=1, hours=-10)  # two o'clock


@pytest.fixture(autouse=True)
def _on_friday() -> Iterator[None]:
    with time_machine.travel(FRIDAY, tick=False):
        yield


def finished(player: User, slug: str, points: tuple[int, int]) -> Match:
    """Return the player's try as if it had been played to its end with these points."""
    match = begin(player, slug)
    Match.objects.filter(pk=match.pk).update(
        ending=Match.Ending.PLAYED, finished_at=FRIDAY, first_points=points[0], second_points=points[1], winner=1
    )
    match.refresh_from_db()
    Try.objects.filter(match=match).update(ended_at=FRIDAY, has_result=True, lead=lead_of(match)[0])
    return match


def calling(user: User) -> Caller:
    made = make_token(user, "a program", list(SCOPES), 30)
    assert made
    return Caller(made[1])


def test_deals_are_made_once_and_committed_to_a_day_before(db: None) -> None:
    make_deals()
    made = list(DailyDeal.objects.order_by("pk").values_list("day", "game_slug", "committed"))
    assert {day for day, _slug, _line in made} == {FRIDAY.date(), FRIDAY.date() + timedelta(days=1)}
    assert {slug for _day, slug, _line in made} == set(bots())
    make_deals()
    assert list(DailyDeal.objects.order_by("pk").values_list("day", "game_slug", "committed")) == made
    number_lines()
    lines = "".join(read_lines(1, None))
    assert all(deal.committed.commitment in lines for deal in DailyDeal.objects.select_related("committed"))
    with time_machine.travel(FRIDAY + timedelta(days=3), tick=False):  # after a downtime
        make_deals()
        assert DailyDeal.objects.filter(day=FRIDAY.date() + timedelta(days=3)).count() == len(bots())


def test_the_computer_is_stronger_from_monday_to_sunday() -> None:
    levels = [level_on("digifeud", date(2026, 11, 23) + timedelta(days=days)) for days in range(7)]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (min(bots()["digifeud"]), max(bots()["digifeud"]))


def test_anna_has_one_try_a_day_and_moves_first(deal: DailyDeal, anna: User, bob: User) -> None:
    match = begin(anna, "digifeud")
    assert begin(anna, "digifeud") == match
    assert (match.first, match.rated, bytes(match.seed)) == (anna, False, bytes(deal.seed))
    assert bytes(begin(bob, "digifeud").seed) == bytes(deal.seed)
    resign(match.pk, anna)  # before her first move: cancelled, and it was her try
    assert begin(anna, "digifeud") == match
    assert not Try.objects.get(match=match).has_result
    number_lines()
    assert faults() == []
    with time_machine.travel(TOMORROW, tick=False):
        assert begin(anna, "digifeud") != match
    with time_machine.travel(FRIDAY + timedelta(days=9), tick=False), pytest.raises(NoDeal):
        begin(anna, "digifeud")


def test_a_visitor_plays_as_a_guest(deal: DailyDeal) -> None:
    browser = Client()
    assert "Play the deal" in html_of(browser.get("/today/digifeud/"))
    answer = browser.post("/today/digifeud/play/")
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match.pk}/")
    assert match.first.is_guest
    assert "Continue" in html_of(browser.get("/today/digifeud/"))
    DailyDeal.objects.filter(day=FRIDAY.date()).exclude(pk=deal.pk).delete()
    Client().post("/today/summy/play/")
    assert User.objects.filter(is_guest=True).count() == 1  # none is made for a deal that is not there


def test_places_and_percentages() -> None:
    results = Results(Counter({(34, 0): 1, (10, 0): 2, (-5, 3): 1, (-5, 1): 1, (None, 0): 2}))
    assert [results.place(lead) for lead in results.counts] == [1, 2, 4, 5, 6]
    assert [results.better_than(lead) for lead in results.counts] == [100, 66, 50, 33, 0]
    assert Results(Counter({(1, 0): 1})).better_than((1, 0)) is None


def test_games_won_count_before_chips(deal: DailyDeal, anna: User) -> None:
    match = begin(anna, "tenbyten")
    match.ending, match.tallies, match.first_points, match.second_points = "played", [[9, 10], [2, 1]], 2, 1
    assert lead_of(match) == (1, -1)


def test_the_table_is_for_those_who_have_finished(
    deal: DailyDeal, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    follow(anna, bob)
    dora = User.objects.create_user("dora")
    assert "finished it" not in html_of(signed_in(anna).get("/today/digifeud/"))  # nothing says 0
    finished(bob, "digifeud", (214, 180))
    finished(carl, "digifeud", (100, 90))
    given_up(dora)
    page = html_of(signed_in(anna).get("/today/digifeud/"))
    assert "3 players have finished it" in page
    assert "won 214 to 180" not in page
    mine = finished(anna, "digifeud", (150, 140))
    page = html_of(signed_in(anna).get("/today/digifeud/"))
    assert "Your place: 2 of 4" in page
    assert page.count("won 214 to 180") == 2  # among friends, and in the table
    assert page.index("resigned") > page.index("won 100 to 90")
    shared = page.split("<textarea")[1].split("</textarea>")[0]
    assert "Numgames deal of 27\N{NO-BREAK SPACE}November\N{NO-BREAK SPACE}2026 · Digifeud" in shared
    assert "won 150 to 140 · better than 33%" in shared
    assert "▰▰▰▱▱▱▱▱▱▱" in shared
    assert mine.pk not in shared
    assert "Digifeud · won 150 to 140 · better than 33%" in html_of(signed_in(anna).get("/today/"))
    with time_machine.travel(TOMORROW, tick=False):
        assert "won 214 to 180" in html_of(Client().get("/today/digifeud/2026-11-27/"))
    assert Client().get("/today/digifeud/2026-11-28/").status_code == 404


def test_the_end_of_a_match_leads_to_its_table(deal: DailyDeal, anna: User, signed_in: SignedIn) -> None:
    match = given_up(anna)
    page = html_of(signed_in(anna).get(f"/matches/{match.pk}/"))
    assert 'href="/today/digifeud/2026-11-27/"' in page
    assert bytes(deal.seed).hex() not in page


def test_a_void_match_leaves_the_table(deal: DailyDeal, anna: User) -> None:
    match = given_up(anna)
    assert Try.objects.get(match=match).has_result
    void_match(match.pk)
    run_due(DEFAULT)
    assert not Try.objects.get(match=match).has_result


def test_programs_play_it_too(deal: DailyDeal, anna: User, bob: User) -> None:
    program, path = calling(anna), "/deals/digifeud/2026-11-27"
    (first, *_others) = data_of(program.get("/deals/daily"))
    assert (first["game"], first["finished"], first["match"]) == ("digifeud", 0, None)
    assert problem_of(program.get(path), 403)["code"] == "not_finished"
    match = data_of(program.post("/deals/digifeud"))
    assert (match["you"], match["seed"]) == ("first", None)
    assert problem_of(calling(bob).get(f"/matches/{match['match']}"), 404)
    finished(anna, "digifeud", (150, 140))
    assert [(row["place"], row["lead"]) for row in data_of(program.get(path))] == [(1, 10)]
    assert problem_of(program.get("/deals/digifeud/2026-11-28"), 404)


def test_what_is_stored_of_a_player_is_exported_and_goes_with_the_account(deal: DailyDeal, anna: User) -> None:
    match = moved(begin(anna, "digifeud"))
    assert [row["match"] for row in deals_of(anna)] == [match.pk]
    forget(anna)
    assert deals_of(anna) == []
