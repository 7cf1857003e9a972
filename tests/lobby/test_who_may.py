"""Who may offer, accept and have what: guests, bots, pupils, computers, and players who are in a match already."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from accounts.services import make_guest
from core import clock
from games.catalogue import games
from games.classes import services as classes
from games.computers.services import find_computer
from games.lobby.bot_accounts import become_bot, may_become_bot
from games.lobby.errors import NoBot, NoSuchOffer, NoSuchPlayer, NotStanding, OwnOffer, Taken
from games.lobby.models import Offer, Standing
from games.lobby.pairing import play_live
from games.lobby.services import accept_offer, challenge_back, make_offer
from games.matches.time.control import TimeControl
from tests.api.conftest import Caller, calling, data_of, problem_of
from tests.lobby.conftest import challenge_to, link_by, live_by, offer_by
from tests.moves import given_up

__all__ = ["calling"]
SignedIn = Callable[[User], Client]
CHOSEN = re.compile(r'<option value="([^"]+)" selected')
UNKNOWN = {games()["digifeud"].options_type.choices()[0].name: "of an earlier release"}
CHECKED = re.compile(r'name="tab" value="(\w+)" checked')


def standing_offer(challenger: User, opponent: User | None = None) -> Offer:
    """Make a challenge to one player, or a link, after which matches go on."""
    kind = Offer.Kind.DIRECT if opponent else Offer.Kind.LINK
    options = games()["summy"].options_type()
    return make_offer(
        challenger=challenger, game_slug="summy", options=options, kind=kind, opponent=opponent, standing=True
    )


def test_guests_and_computers_have_no_standing_challenge(anna: User) -> None:
    for challenger, opponent in ((make_guest(), anna), (anna, make_guest()), (anna, find_computer(1))):
        with pytest.raises(NotStanding):
            standing_offer(challenger, opponent)
    with pytest.raises(NotStanding):
        standing_offer(make_guest())
    assert not Offer.objects.exists()


def test_matches_go_on_after_a_link_that_a_person_takes_not_a_guest(anna: User, bob: User) -> None:
    accept_offer(standing_offer(anna).pk, make_guest())
    assert not Standing.objects.exists()
    match = accept_offer(standing_offer(anna).pk, bob)
    (standing,) = Standing.objects.all()
    assert ({standing.first, standing.second}, standing.match) == ({anna, bob}, match)


def test_only_the_two_stop_it_and_come_back_to_the_lobby(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    accept_offer(standing_offer(anna).pk, bob)
    stop = f"/lobby/standing/{Standing.objects.get().pk}/stop/"
    assert signed_in(carl).post(stop).status_code == NoSuchOffer.status
    assert Client().post(stop).status_code == NoSuchOffer.status
    assert Standing.objects.filter(ended_at=None).exists()
    assert signed_in(bob).post(stop).headers["Location"] == "/lobby/"
    assert not Standing.objects.filter(ended_at=None).exists()


def test_only_an_ordinary_account_may_become_a_bot(anna: User, bob: User, carl: User) -> None:
    assert may_become_bot(anna)
    become_bot(bob)
    for extraordinary in (make_guest(), find_computer(1), bob):
        assert not may_become_bot(extraordinary)
    User.objects.filter(pk=carl.pk).update(is_active=False)
    with pytest.raises(NoBot):  # deleted meanwhile
        become_bot(carl)
    assert not User.objects.get(pk=carl.pk).is_bot


def test_a_score_against_a_guest_is_on_no_page(anna: User, bob: User, signed_in: SignedIn) -> None:
    guest = make_guest()
    for other in (guest, bob):
        given_up(accept_offer(offer_by(anna).pk, other), other)
    hers = signed_in(anna)
    assertContains(hers.get("/matches/by/bob/"), "You and bob")
    assertNotContains(hers.get(f"/matches/by/{guest.username}/"), "You and")


def test_who_plays_live_already_is_led_to_that_match(anna: User, bob: User, carl: User) -> None:
    match = accept_offer(live_by(anna).pk, bob)
    live_by(carl)
    assert play_live(bob) == match
    assert not Offer.objects.filter(challenger=bob).exists()


def test_pupils_meet_computers_but_no_strangers(anna: User, bob: User) -> None:
    until = clock.now().date() + timedelta(days=100)
    emma = classes.pupils_of(classes.make(anna, "5b", ["Emma"], until))[0].user
    with pytest.raises(NoSuchPlayer):
        challenge_to(emma, bob)
    with pytest.raises(NoSuchPlayer):
        challenge_to(bob, emma)
    match = challenge_to(find_computer(1), emma).match
    assert match
    assert emma in (match.first, match.second)


def test_who_made_a_link_is_not_given_its_match_as_one_who_takes_it(anna: User, bob: User, carl: User) -> None:
    link = link_by(anna)
    with pytest.raises(OwnOffer):
        accept_offer(link.pk, anna)
    match = accept_offer(link.pk, bob)
    assert accept_offer(link.pk, bob) == match
    for other in (anna, carl):
        with pytest.raises((OwnOffer, Taken)):
            accept_offer(link.pk, other)


def test_a_link_whose_game_or_options_are_gone_leads_nowhere(anna: User, bob: User, signed_in: SignedIn) -> None:
    link = link_by(anna)
    accept_offer(link.pk, bob)
    Offer.objects.update(option_data=UNKNOWN, status=Offer.Status.WITHDRAWN, match=None)
    with pytest.raises(NoSuchOffer):
        challenge_back(link.pk, bob)
    Offer.objects.update(game_slug="chess")
    his = signed_in(bob)
    assert his.get(f"/lobby/{link.pk}/").status_code == NoSuchOffer.status
    assert his.post(f"/lobby/{link.pk}/accept/").status_code == 409
    assert Offer.objects.count() == 1


def test_a_challenge_alone_opens_the_tab_of_turns(anna: User, bob: User, signed_in: SignedIn) -> None:
    def tab(query: str = "") -> list[str]:
        return CHECKED.findall(signed_in(bob).get(f"/lobby/{query}").content.decode())

    assert tab() == ["play"]
    challenge_to(bob, anna)
    assert tab() == ["turns"]
    assert tab("?tab=people") == ["people"]


@pytest.mark.parametrize(("last", "proposed"), [("7", "7"), ("5+8", "3"), ("of an earlier release", "3")])
def test_the_form_keeps_the_last_time_by_days_for_matches_that_go_on(
    anna: User, signed_in: SignedIn, last: str, proposed: str
) -> None:
    hers = signed_in(anna)
    session = hers.session
    session["lobby.choice"] = {"game": "digifeud", "time": last, "kind": "club"}  # anna has left her only club
    session.save()
    assert CHOSEN.findall(hers.get("/lobby/new/?opponent=bob&standing=on").content.decode()) == [proposed]
    kinds = re.findall(r'name="kind" value="(\w+)"[^>]*checked', hers.get("/lobby/new/").content.decode())
    assert kinds == ["open"]


@pytest.mark.parametrize(
    ("pace", "is_offered"), [("1m+0s", True), ("7m+3s", True), ("3h+1m", True), ("181m+60s", False), ("3h+61s", False)]
)
def test_programs_choose_a_live_pace_as_the_form_does(
    anna: User, calling: Callable[..., Caller], pace: str, is_offered: bool
) -> None:
    answer = calling(anna).post("/challenges", {"game": "sudoku", "pace": pace})
    if is_offered:
        assert data_of(answer)["pace"] == pace
        assert Offer.objects.get().time_control == TimeControl.parse(pace)
    else:
        assert problem_of(answer, 422)["errors"][0]["field"] == "body.pace"


def test_programs_are_told_of_no_challenge_that_cannot_be_accepted(anna: User, calling: Callable[..., Caller]) -> None:
    kept, gone = offer_by(anna), link_by(anna)
    Offer.objects.filter(pk=gone.pk).update(option_data=UNKNOWN)
    assert [one["challenge"] for one in data_of(calling(anna).get("/me/challenges"))] == [kept.pk]
    Offer.objects.filter(pk=kept.pk).update(option_data=UNKNOWN)
    assert data_of(calling(anna).get("/challenges")) == []
