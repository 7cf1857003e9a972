"""Following and muting: buttons on a player's page, lists in the settings, favourites in the lobby."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from accounts.online import presence
from accounts.services import block, delete_account
from games.social import following
from games.social.errors import CannotFollow, NotYou, TooManyFavourites, TooManyMutes
from games.social.following import follow, mute, unfollow, unmute
from games.social.models import Favourite, Mute
from tests.html import html_of
from tests.lobby.conftest import lobby_of

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]
SETTINGS = "/accounts/settings/"


def page_of(person: User) -> str:
    return reverse("matches:player", args=[person.username])


def here(viewer: User) -> list[str]:
    """Return the favourites that the lobby shows."""
    return [person.username for person in lobby_of(viewer).favourites]


def test_anna_follows_bob_by_the_button_on_his_page(anna: User, bob: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    assertContains(browser.get(page_of(bob)), 'action="/social/follow/"')
    answer = browser.post("/social/follow/", {"name": "bob", "next": page_of(bob)}, follow=True)
    assertContains(answer, "You follow bob. The lobby shows when they are online.")
    assert ">Unfollow<" in html_of(answer)
    assertContains(browser.get(SETTINGS), "Unfollow bob")
    browser.post("/social/unfollow/", {"name": "bob"})
    assertNotContains(browser.get(SETTINGS), "Unfollow bob")


def test_the_lobby_shows_who_is_here(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    follow(anna, bob)
    follow(anna, carl)
    assert here(anna) == []
    presence.touch(bob)
    assert here(anna) == ["bob"]
    assert here(bob) == []
    assertContains(signed_in(anna).get("/lobby/"), "Friends online")
    assert lobby_of(None).favourites == []


def test_many_favourites_cost_one_query(anna: User, django_user_model: type[User]) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            lobby_of(anna)
        return len(asked)

    before = queries()
    for number in range(20):
        friend = django_user_model.objects.create_user(f"friend{number}")
        follow(anna, friend)
        presence.touch(friend)
    assert len(here(anna)) == 20
    assert queries() == before


def test_who_is_blocked_is_not_followed(anna: User, bob: User) -> None:
    follow(anna, bob)
    presence.touch(bob)
    block(by=bob, of=anna)
    assert here(anna) == []
    unfollow(anna, bob)
    with pytest.raises(CannotFollow):
        follow(anna, bob)


def test_twice_is_once_and_no_one_follows_themselves(anna: User, bob: User) -> None:
    for _time in range(2):
        follow(anna, bob)
        mute(anna, bob)
    assert (Favourite.objects.count(), Mute.objects.count()) == (1, 1)
    for action in (follow, mute):
        with pytest.raises(NotYou):
            action(anna, anna)


def test_there_is_a_limit(anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST_FAVOURITES", 1)
    follow(anna, bob)
    follow(anna, bob)
    with pytest.raises(TooManyFavourites):
        follow(anna, carl)


def test_mutes_have_a_limit_too(anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST_MUTES", 1)
    mute(anna, bob)
    mute(anna, bob)
    with pytest.raises(TooManyMutes):
        mute(anna, carl)
    unmute(anna, bob)
    mute(anna, carl)
    assert list(Mute.objects.values_list("of", flat=True)) == [carl.pk]


def test_the_sentence_of_a_refusal_is_shown(anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post("/social/follow/", {"name": "anna"}, follow=True)
    assertContains(answer, "do that to yourself.")


def test_who_leaves_is_followed_by_no_one(anna: User, bob: User) -> None:
    follow(anna, bob)
    mute(bob, anna)
    delete_account(bob)
    assert (Favourite.objects.count(), Mute.objects.count()) == (0, 0)


def test_one_mutes_by_button_and_finds_it_in_the_settings(anna: User, bob: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    browser.post("/social/mute/", {"name": "bob"})
    assertContains(browser.get(SETTINGS), "Unmute bob")
    assertContains(browser.get(page_of(bob)), 'action="/social/unmute/"')
    assertNotContains(signed_in(bob).get(page_of(anna)), 'action="/social/unmute/"')


def test_a_visitor_and_oneself_find_no_buttons(anna: User, signed_in: SignedIn) -> None:
    for browser in (Client(), signed_in(anna)):
        assertNotContains(browser.get(page_of(anna)), 'id="acquaintance"')
    assert Client().post("/social/follow/", {"name": "anna"}).status_code == 302
    assert not Favourite.objects.exists()


def test_a_page_says_how_many_follow_and_who_follows_the_viewer(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    assertNotContains(Client().get(page_of(bob)), "follower")
    assertContains(signed_in(bob).get(page_of(bob)), 'href="/social/followers/"')
    assertNotContains(signed_in(bob).get(page_of(bob)), "0 followers")
    follow(anna, bob)
    follow(bob, anna)
    follow(carl, bob)
    assertContains(Client().get(page_of(bob)), "2 followers")
    assertContains(signed_in(anna).get(page_of(bob)), "follows you")
    assertNotContains(signed_in(carl).get(page_of(bob)), "follows you")
    assertContains(signed_in(bob).get(page_of(bob)), 'href="/social/followers/"')


def test_bob_alone_sees_who_follows_him(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    follow(anna, bob)
    follow(carl, bob)
    follow(bob, carl)
    page = signed_in(bob).get("/social/followers/")
    assertContains(page, 'aria-label="Follow anna"')
    assertContains(page, 'aria-label="Unfollow carl"')
    assertContains(page, "They follow you (2)")
    followed = signed_in(bob).get("/social/followers/?show=followed")
    assertContains(followed, "carl")
    assertNotContains(followed, "anna")
    assertContains(signed_in(carl).get("/social/followers/"), "They follow you (1)")
    assert Client().get("/social/followers/").status_code == 302


def test_a_block_hides_a_follower(anna: User, bob: User, signed_in: SignedIn) -> None:
    follow(anna, bob)
    block(by=bob, of=anna)
    assertContains(signed_in(bob).get("/social/followers/"), "No one follows you yet.")
    assertNotContains(Client().get(page_of(bob)), "follower")
