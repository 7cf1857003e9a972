"""Bot accounts: how one is made, how it is marked, whom it meets, and what its matches count for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.exports import parts_of
from accounts.models import User
from accounts.services import make_guest
from core import clock
from games.catalogue import games
from games.lobby import pairing
from games.lobby.bot_accounts import become_bot
from games.lobby.errors import CasualWithBot, NoBot, NotForBots
from games.lobby.lists import near_in_rating
from games.lobby.models import Offer
from games.lobby.services import accept_offer, make_offer
from games.matches.models import Match
from games.matches.play.services import offer_rematch
from games.puzzles.lists import best_runs
from games.puzzles.models import Run
from games.puzzles.services.selection import today
from games.ratings.models import Rating, RatingPool
from games.ratings.rankings import gains, matching_on, place_of, ranked, strengths_of
from tests.accounts.proof import prove
from tests.ratings.conftest import beats, check, settle

pytestmark = pytest.mark.django_db
SignedIn = Callable[[User], Client]
PAGE = "/lobby/bot/"


@pytest.fixture
def marvin(db: None) -> User:
    """Return a bot."""
    user = User.objects.create_user("marvin", "", "numbers are fun")
    become_bot(user)
    return user


@pytest.fixture
def hal(db: None) -> User:
    """Return another bot."""
    user = User.objects.create_user("hal9", "", "numbers are fun")
    become_bot(user)
    return user


def offered(challenger: User, opponent: User | None = None, *, rated: bool = False, kind: str = "") -> Offer:
    """Return an open challenge, to this opponent if there is one."""
    kind = kind or (Offer.Kind.DIRECT if opponent else Offer.Kind.OPEN)
    options = games()["sudoku"].options_type()
    return make_offer(
        challenger=challenger, game_slug="sudoku", options=options, kind=kind, opponent=opponent, rated=rated
    )


def test_a_player_without_matches_makes_a_bot_account_for_good(anna: User, signed_in: SignedIn) -> None:
    browser = prove(signed_in(anna))
    assertContains(browser.get("/accounts/security/"), PAGE)
    assertContains(browser.get(PAGE), "This cannot be undone.")
    assertContains(browser.post(PAGE), "Tick the box first.", status_code=422)
    anna.refresh_from_db()
    assert not anna.is_bot
    assertRedirects(browser.post(PAGE, {"sure": "on"}), "/accounts/security/")
    anna.refresh_from_db()
    assert (anna.is_bot, str(anna)) == (True, "anna\N{NO-BREAK SPACE}BOT")
    assertNotContains(browser.get("/accounts/security/"), PAGE)
    become_bot(anna)
    assert dict(parts_of(anna))["account"]["is_bot"]  # type: ignore[index]


def test_no_other_account_becomes_a_bot(anna: User, bob: User, carl: User) -> None:
    guest = make_guest()
    beats(anna, bob)
    User.objects.filter(pk=carl.pk).update(is_staff=True)
    carl.refresh_from_db()
    for player in (anna, bob, carl, guest):
        with pytest.raises(NoBot):
            become_bot(player)
        assert not User.objects.get(pk=player.pk).is_bot


def test_what_the_player_had_offered_is_withdrawn(anna: User) -> None:
    offered(anna)
    become_bot(anna)
    assert not Offer.objects.filter(status=Offer.Status.OPEN).exists()


def test_a_bot_is_marked_wherever_its_name_stands(anna: User, marvin: User, signed_in: SignedIn) -> None:
    match = accept_offer(offered(marvin, anna).pk, anna)
    offered(marvin)
    browser = signed_in(anna)
    for path in (f"/matches/{match.pk}/", "/matches/by/marvin/", "/lobby/", "/history/of/marvin/"):
        assertContains(browser.get(path), "marvin\N{NO-BREAK SPACE}BOT")
    assertContains(browser.get("/matches/by/marvin/"), "a program plays this account")
    assert User.objects.find("marvin BOT") == User.objects.find("Marvin") == marvin


def test_people_and_bots_play_casual_matches_by_challenge(anna: User, marvin: User) -> None:
    for one, other in ((anna, marvin), (marvin, anna)):
        with pytest.raises(CasualWithBot):
            offered(one, other, rated=True)
        match = accept_offer(offered(one, other).pk, other)
        assert not match.rated
    assert beats(anna, marvin, rated=True).rated is False
    assert not Rating.objects.exists()


def test_a_rematch_stays_casual(anna: User, marvin: User) -> None:
    match = beats(anna, marvin)
    offer_rematch(match.pk, anna)
    assert not Match.objects.get(pk=offer_rematch(match.pk, marvin).pk).rated  # type: ignore[union-attr]


def test_bots_rate_each_other(marvin: User, hal: User) -> None:
    match = accept_offer(offered(marvin, hal, rated=True).pk, hal)
    assert match.rated
    beats(marvin, hal)
    assert set(Rating.objects.values_list("player", flat=True)) == {marvin.pk, hal.pk}


def test_a_bot_accepts_only_challenges_to_it(anna: User, marvin: User, hal: User) -> None:
    for kind in (Offer.Kind.OPEN, Offer.Kind.LINK):
        with pytest.raises(NotForBots):
            accept_offer(offered(anna, kind=kind).pk, marvin)
    assert accept_offer(offered(hal, rated=True).pk, marvin).rated


def test_a_person_may_choose_the_open_challenge_of_a_bot(anna: User, marvin: User) -> None:
    with pytest.raises(CasualWithBot):
        accept_offer(offered(marvin, rated=True, kind=Offer.Kind.LINK).pk, anna)
    assert not accept_offer(offered(marvin).pk, anna).rated


def test_play_now_and_pairing_never_bring_a_bot_to_a_person(anna: User, bob: User, marvin: User, hal: User) -> None:
    for player in (anna, bob, marvin, hal):
        User.objects.filter(pk=player.pk).update(seen_at=clock.now(), left_at=None)
    waiting = pairing.play_live(marvin, "sudoku")
    assert isinstance(waiting, Offer)
    own = pairing.play_live(anna, "sudoku")
    assert isinstance(own, Offer)
    pairing.pair_waiting()
    assert not Match.objects.exists()
    assert pairing.deals_for(anna, "sudoku", "live") == []
    match = pairing.play_live(hal, "sudoku")
    assert isinstance(match, Match)
    assert {match.first, match.second} == {marvin, hal}
    other = pairing.play_live(bob, "sudoku")
    assert isinstance(other, Match)
    assert {other.first, other.second} == {anna, bob}


def test_bots_are_in_no_ranking_of_people(anna: User, bob: User, carl: User, marvin: User, hal: User) -> None:
    beats(marvin, hal, slug="digifeud")
    beats(marvin, hal), beats(anna, bob)
    check()
    settle(carl, 1700)
    pool, now = RatingPool.objects.get(game_slug="sudoku", is_live=False, kind=""), clock.now()
    assert [rating.player for rating in ranked(pool, now)] == [carl]
    assert matching_on(pool, "marvin", now) == []
    assert {one.player_id for one in gains(pool, "week", now)} == {anna.pk, bob.pk}
    assert place_of(marvin, pool, now) is None
    assert all(strength.place is None for strength in strengths_of(["digifeud"], [marvin.pk]).values())
    assert marvin not in near_in_rating(carl).figures
    assert set(near_in_rating(marvin).figures) == {hal}


def test_bots_have_a_ranking_of_their_own(anna: User, carl: User, marvin: User, hal: User) -> None:
    beats(marvin, hal)
    settle(marvin, 2400), settle(carl, 1700)
    pool, now = RatingPool.objects.get(game_slug="sudoku", is_live=False, kind="bots"), clock.now()
    assert [rating.player for rating in ranked(pool, now)] == [marvin]
    assert {one.player_id for one in gains(pool, "week", now)} == {marvin.pk, hal.pk}
    browser, bot = Client(), "marvin\N{NO-BREAK SPACE}BOT"
    for path in ("/ratings/", "/ratings/sudoku/days/"):
        assertNotContains(browser.get(path), bot)
        assertContains(browser.get(path), f'href="{path}bots/"')
        assertContains(browser.get(f"{path}bots/"), bot)
        assertNotContains(browser.get(f"{path}bots/"), "carl</a>")
    assertRedirects(
        browser.get("/ratings/sudoku/days/bots/?find=marvin"),
        f"/ratings/sudoku/days/bots/?page=1#player-{marvin.pk}",
    )
    assertContains(browser.get("/matches/by/marvin/"), 'href="/ratings/sudoku/days/bots/?find=marvin"')
    table = "/api/v1/ratings/sudoku/days"
    assert [row["player"] for row in browser.get(table).json()["items"]] == ["carl"]
    (row,) = browser.get(f"{table}?pool=bots").json()["items"]
    assert (row["player"], row["pool"]) == ("marvin", "bots")


def test_bots_are_not_in_the_table_of_sprints(anna: User, marvin: User) -> None:
    for player in (anna, marvin):
        now = clock.now()
        Run.objects.create(
            kind=Run.Kind.SPRINT, game_slug="sudoku", player=player, begun_at=now, solved=5, ended_at=now
        )
    assert [row.player for row in best_runs("sudoku", Run.Kind.SPRINT, since=today())] == [anna]


def test_a_challenger_learns_that_it_is_a_program_before(anna: User, marvin: User, signed_in: SignedIn) -> None:
    browser, name = signed_in(anna), "marvin"
    form = {"game": "sudoku", "time": "3", "kind": "direct", "opponent": name, "starts": "random", "rated": "rated"}
    form |= {f"option-{choice.name}": choice.default for choice in games()["sudoku"].options_type.choices()}
    page = browser.post("/lobby/offer/", form)
    assertContains(page, "a program plays this account", status_code=422)
    assertContains(
        page, f'<input type="hidden" name="program" value="{name}" id="id_program">', status_code=422, html=True
    )
    assert not Offer.objects.exists()
    browser.post("/lobby/offer/", form | {"program": name, "rated": "casual"})
    offer = Offer.objects.get()
    assert (offer.opponent, offer.rated) == (marvin, False)
