"""Rated and casual offers: who may make and accept them, and the matches that follow."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.online import presence
from accounts.services import make_guest
from games.catalogue import games
from games.computers.services import find_computer
from games.lobby.errors import Casual
from games.lobby.models import Offer
from games.lobby.pairing import pair_waiting, play_correspondence
from games.lobby.services import accept_offer, make_offer
from games.matches.models import Match
from games.matches.play.services import find_match
from tests.html import html_of

pytestmark = pytest.mark.usefixtures("noted_templates")  # `form_of` reads the form from an answer's context
SignedIn = Callable[[User], Client]
SENTENCE = "This match is rated, and guests play casual matches."


def offer(challenger: User, *, rated: bool, kind: str = "open", opponent: User | None = None) -> Offer:
    return make_offer(
        challenger=challenger,
        game_slug="sudoku",
        options=games()["sudoku"].options_type(),
        rated=rated,
        kind=kind,
        opponent=opponent,
    )


@pytest.fixture
def guest(db: None) -> User:
    return make_guest()


def form_of(browser: Client) -> dict[str, str]:
    """Return the unchanged fields of the form for an offer of Sudoku."""
    fields = browser.get("/lobby/new/?game=sudoku").context["form"]
    return {field.name: str(field.initial) for field in fields} | {"game": "sudoku"}


@pytest.mark.parametrize("rated", [True, False])
def test_the_match_is_what_the_offer_was(anna: User, bob: User, rated: bool) -> None:
    match = accept_offer(offer(anna, rated=rated).pk, bob)
    assert find_match(match.pk).rated is rated


def test_the_form_offers_a_rated_match_and_asks(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    browser.post("/lobby/offer/", form_of(browser))
    assert Offer.objects.get().rated
    browser.post("/lobby/offer/", form_of(browser) | {"rated": "casual"})
    assert Offer.objects.filter(rated=False).count() == 1
    page = html_of(browser.get("/lobby/"))
    assert "<span>rated</span>" in page
    assert "<span>casual</span>" in page


def test_the_form_knows_no_other_stake(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    assert browser.post("/lobby/offer/", form_of(browser) | {"rated": "money"}).status_code == 422
    assert not Offer.objects.exists()


@pytest.mark.parametrize("stake", ["rated", "casual"])
def test_a_guest_is_not_asked_and_offers_casual_matches(guest: User, signed_in: SignedIn, stake: str) -> None:
    browser = signed_in(guest)
    assert "Rated or casual" not in html_of(browser.get("/lobby/"))
    browser.post("/lobby/offer/", form_of(browser) | {"rated": stake})
    assert not Offer.objects.get().rated


def test_a_stranger_is_not_asked(client: Client, db: None) -> None:
    assert "Rated or casual" not in html_of(client.get("/lobby/"))


def test_a_guest_who_accepts_a_rated_offer_is_told_why_not(anna: User, guest: User, signed_in: SignedIn) -> None:
    url = reverse("lobby:accept", args=[offer(anna, rated=True).pk])
    answer = signed_in(guest).post(url)
    assert answer.status_code == 403
    assert SENTENCE in html_of(answer)
    assert not Match.objects.exists()


def test_a_guest_is_shown_the_way_to_rated_matches(anna: User, guest: User, signed_in: SignedIn) -> None:
    offer(anna, rated=True), offer(User.objects.create_user("bob"), rated=False)
    for browser in (signed_in(guest), Client()):
        page = html_of(browser.get("/lobby/"))
        assert page.count("Sign up to play rated</a>") == 1
        assert page.count("/accept/") == 1


def test_a_stranger_who_accepts_a_rated_offer_becomes_no_guest_for_nothing(anna: User, client: Client) -> None:
    answer = client.post(reverse("lobby:accept", args=[offer(anna, rated=True).pk]))
    assert SENTENCE in html_of(answer)
    assert User.objects.count() == 1


def words_of(page: str) -> str:
    """Return the text of the page of a challenge."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page.partition('id="challenge"')[2]))


def test_a_link_to_a_rated_match_is_casual_for_a_stranger_and_says_so(
    anna: User, client: Client, signed_in: SignedIn
) -> None:
    link = reverse("lobby:challenge", args=[offer(anna, rated=True, kind="link").pk])
    answer = client.get(link)
    page = html_of(answer)
    assert answer.status_code == 200
    assert "casual, because you play as a guest" in words_of(page)
    assert f'href="/accounts/signup/?next={link}"' in page
    own = signed_in(anna)
    for address in (link, "/lobby/"):
        assert "rated if you both have an account, else casual" in html_of(own.get(address))
    match_page = client.post(reverse("lobby:accept", args=[Offer.objects.get().pk]))
    match = Match.objects.get()
    assert match_page.headers["location"] == reverse("matches:match", args=[match.pk])
    assert not match.rated


def test_a_guest_is_told_that_a_link_is_casual(anna: User, guest: User, signed_in: SignedIn) -> None:
    made, browser = offer(anna, rated=True, kind="link"), signed_in(guest)
    page = html_of(browser.get(reverse("lobby:challenge", args=[made.pk])))
    assert "casual, because you play as a guest" in words_of(page)
    browser.post(reverse("lobby:accept", args=[made.pk]))
    assert not Match.objects.get().rated


def test_a_link_between_two_accounts_is_rated_and_says_so(anna: User, bob: User, signed_in: SignedIn) -> None:
    made, browser = offer(anna, rated=True, kind="link"), signed_in(bob)
    page = words_of(html_of(browser.get(reverse("lobby:challenge", args=[made.pk]))))
    assert " rated " in page
    assert "casual" not in page
    browser.post(reverse("lobby:accept", args=[made.pk]))
    assert Match.objects.get().rated


def test_a_guest_offers_no_rated_match_and_gets_no_rated_challenge(anna: User, guest: User) -> None:
    with pytest.raises(Casual):
        offer(guest, rated=True)
    with pytest.raises(Casual):
        offer(anna, rated=True, kind="direct", opponent=guest)
    assert not offer(anna, rated=False, kind="direct", opponent=guest).rated


@pytest.mark.parametrize("rated", [True, False])
def test_a_computer_plays_rated_matches_and_casual_ones(anna: User, *, rated: bool) -> None:
    match = offer(anna, rated=rated, kind="direct", opponent=find_computer(1)).match
    assert match
    assert match.rated is rated


def test_the_form_says_that_guests_play_casual_matches(anna: User, guest: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    terms = form_of(browser) | {"kind": "direct", "opponent": guest.username, "rated": "rated"}
    answer = browser.post("/lobby/offer/", terms)
    assert answer.status_code == 422
    assert "Guests play casual matches." in html_of(answer)


def test_the_same_offer_rated_and_casual_are_two(anna: User) -> None:
    assert offer(anna, rated=True) == offer(anna, rated=True)
    assert offer(anna, rated=True) != offer(anna, rated=False)


def test_correspondence_offers_players_rated_and_guests_casual_matches(anna: User, guest: User) -> None:
    for player in (guest, anna):
        presence.touch(player)
    first = play_correspondence(guest)
    assert isinstance(first, Offer)
    assert not first.rated
    second = play_correspondence(anna)
    assert isinstance(second, Match)  # anna takes the available casual match
    assert not second.rated
    third = play_correspondence(anna)
    assert isinstance(third, Offer)
    assert third.rated


def test_correspondence_gives_two_players_a_rated_match(anna: User, bob: User) -> None:
    play_correspondence(anna)
    match = play_correspondence(bob)
    assert isinstance(match, Match)
    assert match.rated


def test_correspondence_prefers_what_is_rated(anna: User, bob: User, carl: User) -> None:
    offer(bob, rated=False)
    offer(carl, rated=True)
    match = play_correspondence(anna, "sudoku")
    assert isinstance(match, Match)
    assert carl in (match.first, match.second)


def test_no_one_is_brought_together_at_another_stake(anna: User, bob: User, guest: User) -> None:
    for player in (anna, bob, guest):
        presence.touch(player)
    offer(anna, rated=True)
    offer(guest, rated=False)
    pair_waiting()
    assert not Match.objects.exists()
    offer(bob, rated=True)
    pair_waiting()
    assert Match.objects.get().rated
