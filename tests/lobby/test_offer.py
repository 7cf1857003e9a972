"""Making offers: open, to one player, as a link, and invalid ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import block
from games.catalogue import games
from games.computers.services import find_computer
from games.lobby.errors import NoSuchPlayer, TooManyChallenges, TooManyOffers, Yourself
from games.lobby.models import Offer
from games.lobby.pairing import play_now
from games.lobby.services import withdraw_offer
from games.matches.models import Match
from games.matches.time.control import TimeControl
from games.social.following import follow
from tests.html import html_of
from tests.lobby.conftest import challenge_to, link_by, live_by, offer_by
from tests.ratings.conftest import beats

SignedIn = Callable[[User], Client]

USUAL = {"game": "digifeud", "time": "3", "starts": "random", "kind": "open"}


def filled_in(**fields: str) -> dict[str, str]:
    """Return the fields of the form as a browser sends them, with these changes."""
    answers = {f"option-{choice.name}": choice.default for choice in games()["digifeud"].options_type.choices()}
    return {**answers, **USUAL, **fields}


def post(browser: Client, **fields: str) -> tuple[int, str]:
    answer = browser.post("/lobby/offer/", filled_in(**fields), follow=True)
    return answer.status_code, answer.content.decode()


def test_anna_makes_an_open_offer_with_every_choice_her_own(anna: User, signed_in: SignedIn) -> None:
    choice = games()["digifeud"].options_type.choices()[0]
    other = next(answer for answer in choice.answers if answer != choice.default)
    fields = {f"option-{choice.name}": other, "time": "7", "starts": "challenger"}
    status, page = post(signed_in(anna), **fields)
    offer = Offer.objects.get()
    assert status == 200
    assert "Looking for an opponent…" in page
    assert (offer.challenger, offer.kind, offer.starts) == (anna, Offer.Kind.OPEN, Offer.Starts.CHALLENGER)
    assert (offer.time_control, offer.option_data[choice.name]) == (
        TimeControl.correspondence(days=7, vacation=True),
        other,
    )


def test_bob_reads_annas_offer_in_words(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer_by(anna, time_control=TimeControl.correspondence(days=1, vacation=True), starts=Offer.Starts.CHALLENGER)
    page = signed_in(bob).get("/lobby/").content.decode()
    assert "1\N{NO-BREAK SPACE}day per move" in page
    assert "anna starts" in page
    for words in games()["digifeud"].options_type().summary():
        assert str(words) in page


def test_anna_challenges_bob_by_a_name_that_is_typed_differently(anna: User, bob: User, signed_in: SignedIn) -> None:
    _status, page = post(signed_in(anna), kind="direct", opponent=" BOB ")
    assert "Waiting for bob to answer…" in page
    assert Offer.objects.get().opponent == bob


def test_a_computer_is_challenged_by_the_name_that_pages_show(anna: User, signed_in: SignedIn) -> None:
    pip = find_computer(1)
    assert post(signed_in(anna), kind="direct", opponent="pip", rated="casual")[0] == 200
    assert Match.objects.get().seat_of(pip)


def test_a_name_counts_only_in_an_offer_to_one_player(anna: User, bob: User, signed_in: SignedIn) -> None:
    post(signed_in(anna), kind="open", opponent="bob")
    assert Offer.objects.get().opponent is None


def test_the_next_challenge_proposes_the_last_one(anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    post(browser, time="7", kind="open")
    page = html_of(browser.get("/lobby/new/"))
    assert '<option value="7" selected>' in page


def test_a_refused_form_keeps_what_was_typed_and_opens_where_it_is_wrong(anna: User, signed_in: SignedIn) -> None:
    status, page = post(signed_in(anna), kind="direct", opponent="nosuchname")
    assert status == 422
    field = page.partition('name="opponent"')[2].partition(">")[0]
    assert 'value="nosuchname"' in field
    assert "autofocus" in field


def test_the_other_options_stand_open_where_one_is_chosen(anna: User, signed_in: SignedIn) -> None:
    browser, opened = signed_in(anna), 'class="unfold" open>'
    page = html_of(browser.get("/lobby/new/"))
    assert opened not in page
    proposed = page.partition('name="given"')[2].partition('value="')[2].partition('"')[0]
    wrong = {"kind": "direct", "opponent": "nosuchname", "given": proposed}
    assert opened not in post(browser, **wrong)[1]
    assert opened in post(browser, **wrong, starts="challenger")[1]
    post(browser, starts="challenger")
    assert opened in html_of(browser.get("/lobby/new/"))


def test_names_are_found_by_their_beginning_but_for_blocks(anna: User, bob: User, signed_in: SignedIn) -> None:
    bobby = User.objects.create_user("Bobby")
    User.objects.create_user("dora")
    browser = signed_in(anna)
    for path in ("/lobby/names/?opponent=BO", "/lobby/players/?name=bo"):
        page = html_of(browser.get(path))
        assert "bob" in page
        assert "Bobby" in page
        assert "dora" not in page
    block(by=bobby, of=anna)
    for path in ("/lobby/names/?opponent=BO", "/lobby/players/?name=bo"):
        assert "Bobby" not in html_of(browser.get(path))
    assert html_of(browser.get("/lobby/names/?opponent=")).strip() == ""


def test_anna_finds_players_near_her_rating_and_those_she_follows(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    browser = signed_in(anna)
    assert "You have no rating yet" in html_of(browser.get("/lobby/players/?show=near"))
    assert "You follow no one yet" in html_of(browser.get("/lobby/players/?show=friends"))
    dora = User.objects.create_user("dora")
    beats(bob, carl)
    beats(anna, dora)
    near = html_of(browser.get("/lobby/players/?show=near")).partition('id="found"')[2]
    assert near.index(">bob<") < near.index(">carl<")  # both winners have the same rating
    follow(by=anna, of=carl)
    friends = html_of(browser.get("/lobby/players/?show=friends")).partition('id="found"')[2]
    assert ">carl<" in friends
    assert ">bob<" not in friends
    block(by=carl, of=anna)
    for show in ("near", "friends"):
        assert ">carl<" not in html_of(browser.get(f"/lobby/players/?show={show}"))


def test_a_link_is_shown_to_be_copied(anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post("/lobby/offer/", filled_in(kind="link"))
    offer = Offer.objects.get()
    assert answer.headers["location"] == f"/lobby/c/{offer.pk}/"
    page = signed_in(anna).get(answer.headers["location"]).content.decode()
    assert f'value="http://testserver/lobby/c/{offer.pk}/"' in page
    assert f'<code class="address">http://testserver/lobby/c/{offer.pk}/</code>' in page
    assert 'class="qr"' in page


def test_a_stranger_becomes_a_guest_to_make_an_offer(db: None) -> None:
    status, page = post(Client())
    assert status == 200
    assert "Looking for an opponent…" in page
    assert Offer.objects.get().challenger.is_guest


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"game": "chess"}, "Choose a game from the list."),
        ({"game": ""}, "Choose a game from the list."),
        ({"time": "4"}, "Take another choice."),
        ({"time": "soon"}, "Take another choice."),
        ({"time": ""}, "This field is required."),
        ({"starts": "me"}, "Take another choice."),
        ({"kind": "secret"}, "Take another choice."),
        ({"kind": "direct"}, "Who do you want to challenge? Type a name."),
        ({"kind": "direct", "opponent": "nobody-here"}, "No player has this name."),
        ({"kind": "direct", "opponent": "b" * 300}, "at most 20 characters"),
        ({"kind": "direct", "opponent": "<script>"}, "No player has this name."),
    ],
)
def test_a_form_that_is_not_in_order_says_why(
    anna: User, signed_in: SignedIn, fields: dict[str, str], sentence: str
) -> None:
    status, page = post(signed_in(anna), **fields)
    assert status == 422
    assert sentence in page
    assert not Offer.objects.exists()


def test_an_option_that_the_game_does_not_have_is_refused(anna: User, signed_in: SignedIn) -> None:
    for choice in games()["digifeud"].options_type.choices():
        status, page = post(signed_in(anna), **{f"option-{choice.name}": "sideways"})
        assert status == 422
        assert "You can’t choose sideways here. Take another choice." in page


def test_an_empty_form_makes_no_one_a_guest(db: None) -> None:
    assert Client().post("/lobby/offer/", {"game": "digifeud"}).status_code == 422
    assert not User.objects.exists()


def test_anna_cannot_challenge_herself(anna: User, signed_in: SignedIn) -> None:
    status, page = post(signed_in(anna), kind="direct", opponent="anna")
    assert status == 409
    assert "You cannot challenge yourself." in page
    with pytest.raises(Yourself):
        challenge_to(anna, by=anna)


def test_who_has_left_for_good_cannot_be_challenged(anna: User, bob: User, signed_in: SignedIn) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert post(signed_in(anna), kind="direct", opponent="bob")[0] == 422
    bob.refresh_from_db()
    with pytest.raises(NoSuchPlayer):
        challenge_to(bob, by=anna)


def test_the_same_offer_twice_is_one_offer(anna: User) -> None:
    assert offer_by(anna) == offer_by(anna)
    assert link_by(anna) != link_by(anna)
    assert Offer.objects.count() == 3


def test_a_challenge_made_by_hand_outlives_the_same_one_that_play_now_left(anna: User) -> None:
    found = play_now(anna, "digifeud")
    assert isinstance(found, Match)
    left = Offer.objects.get()
    assert (left.rated, left.flexible, left.closes_at is None) == (True, True, False)
    assert live_by(anna, rated=True) == left
    left.refresh_from_db()
    assert (left.flexible, left.closes_at) == (False, None)


def test_there_are_at_most_ten_open_offers_of_one_player(anna: User, signed_in: SignedIn) -> None:
    links = [link_by(anna) for _offer in range(10)]
    with pytest.raises(TooManyOffers):
        link_by(anna)
    status, page = post(signed_in(anna))
    assert status == 429
    assert "Withdraw one first." in page
    withdraw_offer(links[0].pk, anna)
    assert link_by(anna).is_open


def test_there_are_at_most_three_challenges_to_the_same_player(anna: User, bob: User, carl: User) -> None:
    for days in (1, 2, 3):
        challenge_to(bob, by=anna, time_control=TimeControl.correspondence(days=days, vacation=True))
    with pytest.raises(TooManyChallenges, match="three open challenges to one player"):
        challenge_to(bob, by=anna, time_control=TimeControl.correspondence(days=5, vacation=True))
    assert challenge_to(carl, by=anna).is_open


def test_a_foreign_page_cannot_make_anna_offer_anything(anna: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna, "allauth.account.auth_backends.AuthenticationBackend")
    for address in ("offer/", "play-now/", "some-offer-id/accept/", "x/decline/", "x/withdraw/"):
        assert browser.post(f"/lobby/{address}", filled_in()).status_code == 403
    assert not Offer.objects.exists()


@pytest.mark.parametrize("address", ["offer/", "play-now/", "x/accept/", "x/decline/", "x/withdraw/"])
def test_looking_at_the_address_of_an_action_changes_nothing(db: None, address: str) -> None:
    answer = Client().get(f"/lobby/{address}")
    assert (answer.status_code, answer.headers["location"]) == (302, "/lobby/")
    assert Client().put(f"/lobby/{address}").status_code == 405
    assert not User.objects.exists()


def test_the_form_is_drawn_from_the_options_of_the_game(anna: User, signed_in: SignedIn) -> None:
    page = signed_in(anna).get("/lobby/new/?game=digifeud&opponent=bob").content.decode()
    for choice in games()["digifeud"].options_type.choices():
        for answer in choice.answers:
            assert f'name="option-{choice.name}" value="{answer}"' in page
    assert 'value="bob"' in page


@pytest.mark.parametrize("query", ["?game=chess", "?game=%07", "?opponent=%F0%9F", "?opponent=" + "b" * 5000])
def test_nonsense_in_the_address_draws_the_usual_form(db: None, query: str) -> None:
    assert Client().get(f"/lobby/{query}", follow=True).status_code == 200
    assert Client().get(f"/lobby/new/{query}").status_code == 200
