"""Standing challenges: anna and bob always have one match running, until one of both stops it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from accounts.security import CHALLENGES, make_token
from accounts.services import block, delete_account, unblock
from core import clock
from games.catalogue import games
from games.lobby.errors import NotStanding, StandsAlready, Yourself
from games.lobby.exports import standing_of as exported
from games.lobby.models import Offer, Standing
from games.lobby.services import accept_offer, make_offer
from games.lobby.standing import go_on, standing_of
from games.matches.errors import NoMirror
from games.matches.models import Match
from games.matches.play.mirrors import boards_of
from games.matches.play.services import end_overdue, find_match, resign, void_match
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE, TimeControl
from tests.api.conftest import Caller, data_of
from tests.events.cups import DAY, NOW
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.lobby.test_offer import filled_in
from tests.moves import first_move, given_up

SignedIn = Callable[[User], Client]


def begun(anna: User, bob: User, game: str = "summy", control: TimeControl = USUAL_CORRESPONDENCE) -> Match:
    """Return the first match of a standing challenge by anna."""
    options = games()[game].options_type()
    offer = make_offer(
        challenger=anna, game_slug=game, options=options, kind="direct", opponent=bob, starts="challenger",
        time_control=control, standing=True,
    )  # fmt: skip
    return accept_offer(offer.pk, bob)


def running() -> Match:
    return Match.objects.select_related("first", "second").get(finished_at=None)


def run_all() -> None:
    while run_jobs(clock.now()):
        pass


def test_the_next_match_begins_by_itself_until_one_stops_it(anna: User, bob: User, signed_in: SignedIn) -> None:
    hers, his = signed_in(anna), signed_in(bob)
    form = hers.get("/lobby/new/?opponent=bob&standing=on").content.decode()
    assert "checked" in form.partition('name="standing"')[2].partition(">")[0]
    answers = filled_in(kind="direct", opponent="bob", starts="challenger", rated="rated", standing="on")
    hers.post("/lobby/offer/", answers)
    form = hers.get("/lobby/new/?opponent=bob").content.decode()
    assert "checked" not in form.partition('name="standing"')[2].partition(">")[0]
    offer = Offer.objects.get()
    assertContains(his.get("/lobby/"), "always one match running")
    his.post(f"/lobby/{offer.pk}/accept/")
    first = find_match(Match.objects.get().pk)
    assert (first.first, first.second) == (anna, bob)
    given_up(first, bob)
    run_all()
    second = running()
    assert (second.first, second.second, second.rated, second.time_control) == (bob, anna, True, first.time_control)
    assert find_match(first.pk).rematch_id == second.pk
    go_on([find_match(first.pk)])
    assert Match.objects.count() == 2
    page = hers.get("/matches/by/bob/")
    for words in ("You and bob", "always one match running", f"/matches/{second.pk}/"):
        assertContains(page, words)
    stop = f"/lobby/standing/{Standing.objects.get().pk}/stop/"
    assertContains(his.post(stop, {"next": "/matches/by/anna/"}, follow=True), "played to its end")
    given_up(second, anna)
    run_all()
    assert Match.objects.count() == 2
    assert [one["ended_at"] is None for one in exported(anna)] == [False]
    assertNotContains(hers.get("/matches/by/bob/"), stop)


def test_the_score_is_that_of_all_matches(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    assertNotContains(signed_in(anna).get("/matches/by/bob/"), "You and bob")
    given_up(begun(anna, bob), bob)
    run_all()
    given_up(running(), anna)
    run_all()
    given_up(begun(anna, bob, "sudoku"), bob)
    run_all()
    page = signed_in(anna).get("/matches/by/bob/").content.decode()
    block_ = page.partition('id="us-two"')[2].partition("</section>")[0]
    cells = re.findall(r'<td class="number">(?:<strong>)?(\d+)', block_)
    by_game = {"summy": ["1", "0", "1"], "sudoku": ["1", "0", "0"]}
    rows = [by_game[slug] for slug in games() if slug in by_game]
    assert cells == [*rows[0], *rows[1], "2", "0", "1"]
    assertNotContains(signed_in(carl).get("/matches/by/bob/"), "You and bob")


@pytest.mark.parametrize("end", ["block", "ban", "delete"])
def test_it_is_off_at_once(end: str, anna: User, bob: User) -> None:
    match = first_move(begun(anna, bob))
    if end == "block":
        block(by=bob, of=anna)
        unblock(by=bob, of=anna)
    elif end == "ban":
        User.objects.filter(pk=anna.pk).update(is_active=False)
    else:
        delete_account(anna)
    assert not standing_of(bob).exists()
    if not find_match(match.pk).finished_at:
        given_up(match, bob)
    run_all()
    assert Match.objects.count() == 1
    assert not Standing.objects.filter(ended_at=None).exists()


@pytest.mark.parametrize("end", ["time", "void"])
def test_an_absent_player_does_not_lose_match_after_match(end: str, anna: User, bob: User) -> None:
    with time_machine.travel(NOW, tick=False) as travel:
        match = first_move(begun(anna, bob, control=TimeControl.correspondence(days=3)))
        if end == "time":
            travel.shift(40 * DAY)
            end_overdue()
        else:
            void_match(match.pk)
        run_all()
    assert Match.objects.count() == 1
    assert not standing_of(anna).exists()


def test_mirror_matches_go_on_when_both_boards_are_over(anna: User, bob: User) -> None:
    options = games()["summy"].options_type(mirror="yes")
    offer = make_offer(challenger=anna, game_slug="summy", options=options, kind="direct", opponent=bob, standing=True)
    match = accept_offer(offer.pk, bob)
    for board in boards_of(match):
        first_move(board)
    resign(match.pk, bob)
    run_all()
    assert Match.objects.filter(finished_at=None).count() == 2
    assert Standing.objects.get().match_id in Match.objects.filter(finished_at=None).values_list("pk", flat=True)


def test_only_two_people_by_days_have_one_and_one_a_game(anna: User, bob: User) -> None:
    with pytest.raises(NotStanding):
        begun(anna, bob, control=USUAL_LIVE)
    options = games()["summy"].options_type()
    with pytest.raises(NotStanding):
        make_offer(challenger=anna, game_slug="summy", options=options, standing=True)
    begun(anna, bob)
    with pytest.raises(StandsAlready):
        begun(bob, anna)


def test_the_form_says_beside_the_field_why_it_is_refused(anna: User, bob: User, signed_in: SignedIn) -> None:
    begun(anna, bob, "digifeud")
    hers = signed_in(anna)
    refused = {
        "standing": ({"kind": "open", "standing": "on"}, NotStanding),
        "opponent": ({"kind": "direct", "opponent": "anna"}, Yourself),
        "mirror": ({"time": "5+8", "mirror": "on"}, NoMirror),
    }
    for name, (answers, reason) in refused.items():
        page = html_of(hers.post("/lobby/offer/", filled_in(starts="opponent", **answers)))
        field = page.partition(f'name="{name}"')[2].partition('class="field')[0]
        assert str(reason.reason) in field
        assert page.count(str(reason.reason)) == 1
        assert "checked" in page.partition('name="starts" value="opponent"')[2].partition(">")[0]
    same = filled_in(kind="direct", opponent="bob", standing="on")
    assertContains(hers.post("/lobby/offer/", same), str(StandsAlready.reason), status_code=409)


def test_programs_make_and_stop_one(anna: User, bob: User) -> None:
    made = make_token(anna, "a program", [CHALLENGES], 30)
    assert made
    hers = Caller(made[1])
    terms = {"game": "summy", "kind": "direct", "opponent": "bob", "standing": True}
    accept_offer(data_of(hers.post("/challenges", terms))["challenge"], bob)
    (one,) = data_of(hers.get("/me/standing"))
    assert (one["opponent"]["name"], one["game"], one["match"]) == ("bob", "summy", Match.objects.get().pk)
    assert hers.post(f"/me/standing/{one['standing']}/stop").status_code == 204
    assert data_of(hers.get("/me/standing")) == []
    assert hers.post(f"/me/standing/{one['standing'] + 1}/stop").status_code == 404
