"""Play now: a live match with a waiting person, else at once against a computer."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.hooks import PageNews
from accounts.models import User
from accounts.online import news, presence
from accounts.services import block, make_guest
from core import clock
from games.computers.models import Computer, Guide
from games.lobby.models import Offer
from games.lobby.pairing import pair_waiting, play_live, play_now
from games.lobby.services import accept_offer, close_stale_offers
from games.matches.models import Match
from games.matches.play.services import resign
from games.matches.time.terms import played_live
from tests.html import html_of
from tests.lobby.conftest import at_once, link_by, live_by, offer_by

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]
TEN_MINUTES = timedelta(minutes=10)


@pytest.fixture
def guest(db: None) -> User:
    """Return an online guest."""
    found = make_guest()
    presence.touch(found)
    return found


def here(*players: User) -> None:
    for player in players:
        presence.touch(player)


def playing(player: User) -> Match:
    """Return the match that Play now gives this player."""
    match = play_now(player)
    assert isinstance(match, Match)
    return match


def remembered(browser: Client) -> list[str]:
    """Return the games whose picture the lobby marks."""
    page = browser.get("/lobby/").content.decode()
    return re.findall(r'class="game"\s+name="game"\s+value="(\w+)"\s+aria-current="true"', page)


def test_a_game_chosen_by_its_picture_is_remembered(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    browser.post("/lobby/play-now/", {"game": "tenbyten"})
    assert remembered(browser) == ["tenbyten"]
    resign(Match.objects.get().pk, anna)
    browser.post("/lobby/play-now/")
    assert [match.game_slug for match in Match.objects.filter(finished_at=None)] == ["tenbyten"]
    browser.post("/lobby/play-now/", {"game": "chess"})
    assert remembered(browser) == ["tenbyten"]


def test_the_lobbys_filter_goes_before_what_is_remembered(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    browser.post("/lobby/play-now/", {"game": "tenbyten", "pace": "days"})
    browser.post("/lobby/play-now/?game=sudoku", {"pace": "days"})
    browser.post("/lobby/play-now/", {"pace": "days"})
    assert sorted(Offer.objects.values_list("game_slug", flat=True)) == ["sudoku", "tenbyten"]


def test_with_no_one_here_a_stranger_has_a_move_to_make_and_a_guide(db: None) -> None:
    browser = Client()
    page = browser.post("/lobby/play-now/", follow=True)
    match = Match.objects.get()
    assert page.redirect_chain == [(f"/matches/{match.pk}/", 302)]
    assert (match.game_slug, match.first.is_guest, match.second.is_computer) == ("digifeud", True, True)
    assert (match.rated, match.guide.shown) == (False, True)
    assert b'id="guide"' in page.content


@pytest.mark.parametrize("slug", ["digifeud", "sudoku", "summy", "tenbyten"])
def test_the_chosen_game_is_what_one_gets(db: None, slug: str) -> None:
    Client().post("/lobby/play-now/", {"game": slug})
    assert Match.objects.get().game_slug == Offer.objects.get().game_slug == slug


def test_an_unknown_game_is_the_first_one(db: None) -> None:
    Client().post("/lobby/play-now/", {"game": "chess"})
    assert Match.objects.get().game_slug == "digifeud"


def test_who_waits_live_and_is_here_is_met(anna: User, bob: User, signed_in: SignedIn) -> None:
    here(anna)
    live_by(anna)
    answer = signed_in(bob).post("/lobby/play-now/")
    match = Match.objects.get()
    assert answer.headers["location"] == f"/matches/{match.pk}/"
    assert match.is_live
    assert {match.first, match.second} == {anna, bob}


def test_correspondence_is_neither_taken_nor_made(anna: User, bob: User) -> None:
    here(bob)
    offer_by(bob)
    assert playing(anna).seat_of(bob) is None
    assert Offer.objects.get(challenger=anna).is_live


def test_who_waits_live_but_left_is_not_met(anna: User, bob: User) -> None:
    live_by(bob)
    assert playing(anna).second.is_computer


def test_who_waits_live_and_has_closed_the_page_is_not_met(anna: User, bob: User, carl: User) -> None:
    here(bob)
    live_by(bob)
    presence.leave(bob, clock.now() - presence.GRACE)
    assert playing(anna).second.is_computer
    presence.touch(User.objects.get(pk=bob.pk))
    assert playing(carl).seat_of(bob)


def test_who_plays_a_computer_meanwhile_and_closes_the_page_is_not_met(anna: User, bob: User) -> None:
    here(bob)
    assert playing(bob).second.is_computer
    presence.leave(bob)
    assert playing(anna).second.is_computer


def test_two_who_wait_are_paired_unless_one_has_signed_out(anna: User, bob: User) -> None:
    here(anna, bob)
    live_by(anna)
    live_by(bob)
    presence.leave(bob, signed_out=True)
    pair_waiting()
    assert not Match.objects.exists()
    presence.undo_leave(bob)
    presence.leave(bob)
    pair_waiting()
    assert Match.objects.get().seat_of(bob)


def test_of_all_who_wait_the_first_game_comes_first(anna: User, bob: User, carl: User) -> None:
    here(bob, carl)
    live_by(bob, game_slug="summy")
    live_by(carl)
    assert playing(anna).game_slug == "digifeud"
    assert Match.objects.get().seat_of(carl)


def test_without_a_chosen_game_any_game_will_do(anna: User, bob: User) -> None:
    here(bob)
    live_by(bob, game_slug="summy")
    assert playing(anna).seat_of(bob)


def test_a_chosen_game_is_kept_though_another_is_waited_for(anna: User, bob: User) -> None:
    here(bob)
    live_by(bob, game_slug="summy")
    match = play_now(anna, "sudoku")
    assert isinstance(match, Match)
    assert match.game_slug == "sudoku"


def test_no_one_meets_who_is_blocked(anna: User, bob: User) -> None:
    here(bob)
    live_by(bob)
    block(by=bob, of=anna)
    assert playing(anna).seat_of(bob) is None


def test_a_guest_meets_no_rated_offer_of_the_form(anna: User, guest: User) -> None:
    here(anna)
    live_by(anna, rated=True)
    assert playing(guest).seat_of(anna) is None


def test_a_guest_and_a_member_who_both_press_meet_casually(anna: User, bob: User, guest: User) -> None:
    here(anna, bob)
    play_now(anna)
    match = playing(guest)
    assert {match.first, match.second} == {anna, guest}
    assert not match.rated


def test_a_guest_meets_a_member_who_pressed_play_live(anna: User, guest: User) -> None:
    here(anna)
    play_live(anna)
    match = playing(guest)
    assert {match.first, match.second} == {anna, guest}
    assert not match.rated


def test_two_members_who_both_press_meet_rated(anna: User, bob: User) -> None:
    here(anna, bob)
    play_now(anna)
    match = playing(bob)
    assert match.seat_of(anna)
    assert match.rated


def test_pressing_again_comes_back_to_the_same_match_and_challenge(anna: User) -> None:
    first = playing(anna)
    assert playing(anna) == first
    assert (Match.objects.count(), Offer.objects.count()) == (1, 1)


def test_an_hour_later_it_is_still_the_same_match_with_a_new_challenge(anna: User) -> None:
    first = playing(anna)
    Offer.objects.update(closes_at=timezone.now())
    close_stale_offers()
    assert playing(anna) == first
    assert Offer.objects.filter(status=Offer.Status.OPEN).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_strangers_double_click_is_one_guest_one_match_and_one_challenge(db: None) -> None:
    browser, twin = Client(), Client()
    browser.get("/lobby/")
    twin.cookies.load(browser.cookies.output(header="", sep=";"))
    answers = at_once(*[lambda click=click: click.post("/lobby/play-now/") for click in (browser, twin)])
    assert [str(answer) for answer in answers if isinstance(answer, Exception)] == []
    assert (User.objects.filter(is_guest=True).count(), Match.objects.count(), Offer.objects.count()) == (1, 1, 1)


def test_the_challenge_closes_ten_minutes_later_though_its_maker_stays(anna: User) -> None:
    playing(anna)
    offer, now = Offer.objects.get(), timezone.now()
    User.objects.update(seen_at=now + TEN_MINUTES)
    assert close_stale_offers(now + TEN_MINUTES - timedelta(seconds=5)) == 0
    assert close_stale_offers(now + TEN_MINUTES) == 1
    offer.refresh_from_db()
    assert offer.status == Offer.Status.WITHDRAWN


def test_play_live_keeps_the_challenge_open_for_as_long_as_one_waits(anna: User) -> None:
    playing(anna)
    assert isinstance(play_live(anna), Offer)
    assert Offer.objects.get().closes_at is None


def test_another_game_takes_the_place_of_the_first_challenge(anna: User) -> None:
    for slug in ("summy", "sudoku"):
        play_now(anna, slug)
    assert Offer.objects.get(status=Offer.Status.OPEN).game_slug == "sudoku"
    assert Match.objects.count() == 2


def test_ten_open_offers_are_enough_and_the_match_begins_all_the_same(anna: User) -> None:
    for _offer in range(10):
        link_by(anna)
    assert playing(anna).second.is_computer
    assert Offer.objects.count() == 10


def test_a_running_live_match_with_a_person_is_where_one_is_sent(anna: User, bob: User) -> None:
    here(anna, bob)
    play_now(anna)
    match = playing(bob)
    assert playing(anna) == playing(bob) == match


def test_who_has_finished_a_match_gets_no_guide_and_a_fitting_computer(anna: User) -> None:
    levels = []
    for winner in (True, True, False):
        match = playing(anna)
        seat = match.seat_of(anna)
        assert seat
        levels.append(Computer.objects.get(user=match.player(seat.other)).level)
        assert Guide.objects.filter(match=match).exists() == (len(levels) == 1)
        won = {"winner": seat if winner else seat.other, "ending": Match.Ending.PLAYED, "finished_at": timezone.now()}
        Match.objects.filter(pk=match.pk).update(**won)
    assert levels == [1, 2, 3]
    assert Computer.objects.get(user__in=(playing(anna).first, playing(anna).second)).level == 2


def test_who_left_a_guided_match_is_guided_again(anna: User) -> None:
    match = playing(anna)
    resign(match.pk, anna)
    assert Guide.objects.filter(match=playing(anna)).exists()
    assert Match.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_the_same_instant_still_meet(anna: User, bob: User) -> None:
    here(anna, bob)
    outcomes = at_once(lambda: play_now(anna), lambda: play_now(bob))
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    pair_waiting()
    assert Match.objects.filter(played_live()).count() == 1


@pytest.mark.parametrize("pace", ["live", "days"])
def test_who_is_met_before_the_lobby_is_shown_is_sent_to_the_match(
    anna: User, bob: User, signed_in: SignedIn, pace: str
) -> None:
    browser, lobby = signed_in(anna), "/lobby/"
    here(anna, bob)
    made = browser.post("/lobby/play-now/", {"pace": pace, "game": "summy"})
    assert made.headers["Location"] == lobby
    match = accept_offer(Offer.objects.get().pk, bob)

    assert browser.get(lobby).headers["Location"] == f"/matches/{match.pk}/"
    assert browser.get(lobby).status_code == 200  # the lobby is no trap


@pytest.mark.django_db(transaction=True)
def test_a_guest_and_a_member_who_miss_each_other_are_brought_together(anna: User) -> None:
    lost = make_guest()  # the page has not arrived yet
    play_now(lost)
    here(anna)
    assert playing(anna).second.is_computer or playing(anna).first.is_computer
    here(lost)
    pair_waiting()
    live = Match.objects.get(played_live())
    assert ({live.first, live.second}, live.rated) == ({anna, lost}, False)


def test_when_bob_takes_the_challenge_anna_is_told_on_the_page_where_she_plays(
    anna: User, bob: User, signed_in: SignedIn
) -> None:
    here(anna)
    computers = playing(anna)
    match = accept_offer(Offer.objects.get().pk, bob)
    displays = {"about": computers.pk, "match": computers.pk}
    came = PageNews(displays, {"match": match.pk, "ply": 0})
    assert "call" in news.changed_by(came)
    for bound in (news.bound_after(anna, came), news.report(anna, displays)):  # or by the next heartbeat
        call = bound["call"]
        assert call
        assert (call.inputs["text"], call.inputs["path"]) == ("bob is here: play now", f"/matches/{match.pk}/")
        assert 170 < call.inputs["until"] / 1000 - clock.now().timestamp() <= 180
    assert news.report(bob, {})["call"] is None
    browser = signed_in(anna)
    for page in (f"/matches/{computers.pk}/", "/lobby/"):
        assert "bob is here: play now" in html_of(browser.get(page))
    browser.get(f"/matches/{match.pk}/")  # she comes
    assert news.report(anna, displays)["call"] is None
    for page in (f"/matches/{computers.pk}/", "/lobby/"):
        assert "bob is here" not in html_of(browser.get(page))


def test_who_looks_at_a_match_of_their_own_is_here(signed_in: SignedIn, db: None) -> None:
    browser = Client()
    browser.post("/lobby/play-now/", follow=True)
    assert presence.is_online(User.objects.get(is_guest=True))


@pytest.mark.parametrize("pace", ["", "live", "days"])
def test_the_buttons_of_the_lobby_keep_the_game_that_is_listed(anna: User, signed_in: SignedIn, pace: str) -> None:
    browser = signed_in(anna)
    page = html_of(browser.get("/lobby/?game=tenbyten"))
    assert page.count('action="/lobby/play-now/?game=tenbyten"') == 2
    answer = browser.post("/lobby/play-now/?game=tenbyten", {"pace": pace})
    offer = Offer.objects.get()
    assert (offer.game_slug, offer.is_live) == ("tenbyten", pace != "days")
    assert answer.headers["location"] == "/lobby/?game=tenbyten" or not pace


def test_no_one_who_waits_by_play_live_is_given_a_computer(anna: User, signed_in: SignedIn) -> None:
    signed_in(anna).post("/lobby/play-now/", {"pace": "live"})
    assert not Match.objects.exists()


def test_the_front_door_has_one_big_button_and_one_for_each_game(client: Client, db: None) -> None:
    page = html_of(client.get("/"))
    assert page.count('formaction="/lobby/play-now/"') + page.count('action="/lobby/play-now/"') == 1
    for slug in ("digifeud", "sudoku", "summy", "tenbyten"):
        assert page.count(f'name="game" value="{slug}"') == 1
