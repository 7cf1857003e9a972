"""Rate limits hold even when the cache is flooded."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from pytest_django.asserts import assertContains

from accounts.models import User
from core.cache.memory import MemoryCache, forget_expired
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.errors import OpponentTooBusy, TooManyRunning
from games.matches.models import Match
from games.matches.play import starts
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import USUAL_CORRESPONDENCE
from tests.conftest import PASSWORD
from tests.matches.conftest import play_on

pytestmark = pytest.mark.sql

LOGIN = "/accounts/login/"
SignedIn = Callable[[User], Client]


def test_pictures_do_not_reopen_a_locked_password(anna: User, bob: User, settings: Settings) -> None:
    settings.CACHES = {
        alias: {**cache, **({} if "Redis" in cache["BACKEND"] else {"OPTIONS": {"MAX_ENTRIES": 12}})}
        for alias, cache in settings.CACHES.items()
    }
    match = resign(play_on(begin(anna, bob), 20).pk, anna)
    mallory = Client()
    for _ in range(6):
        locked = mallory.post(LOGIN, {"login": "anna", "password": "a guess"})
    assertContains(locked, "Too many wrong tries")
    for ply in range(20):
        assert mallory.get(reverse("history:picture", args=[match.pk, ply])).status_code == 200
    assertContains(mallory.post(LOGIN, {"login": "anna", "password": PASSWORD}), "Too many wrong tries")


def test_many_short_entries_do_not_push_out_a_limit() -> None:
    starts = MemoryCache("a test of its own", {"OPTIONS": {"MAX_ENTRIES": 50}})
    starts.set("guesses", [1, 2, 3, 4, 5], 300)
    starts.set("over", 1, 0.001)
    time.sleep(0.002)
    for number in range(1000):
        starts.set(f"flood.{number}", number, 10)
    assert starts.get("guesses") == [1, 2, 3, 4, 5]
    assert starts.get("flood.999") == 999
    assert starts.get("over") is None
    starts.clear()


def test_what_has_expired_takes_no_memory() -> None:
    pictures: Any = caches["pictures"]
    pictures.set("old", b"a picture", -1)
    pictures.set("new", b"a picture", 10)
    forget_expired()
    assert [*pictures._cache] == [pictures.make_key("new")]
    pictures.clear()


def begin(first: User, second: User) -> Match:
    options = games()["digifeud"].options_type()
    control = USUAL_CORRESPONDENCE
    return start_match(game_slug="digifeud", options=options, first=first, second=second, time_control=control)


def link_by(player: User) -> Offer:
    options = games()["digifeud"].options_type()
    return make_offer(challenger=player, game_slug="digifeud", options=options, kind=Offer.Kind.LINK)


def test_two_accounts_do_not_begin_matches_for_ever(
    anna: User, bob: User, carl: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starts, "MOST_RUNNING", 3)
    offers = [link_by(anna), link_by(carl), link_by(carl)]
    running = [begin(anna, bob) for _ in range(3)]
    refused = signed_in(bob).post(reverse("lobby:accept", args=[offers[1].pk]))
    assertContains(refused, "You have too many running matches.", status_code=429)
    assert refused["Retry-After"]
    refused = signed_in(carl).post(reverse("lobby:accept", args=[offers[0].pk]))
    assertContains(refused, str(OpponentTooBusy.reason), status_code=429)
    with pytest.raises(TooManyRunning):
        link_by(anna)
    ended = resign(running[0].pk, anna)
    assert signed_in(bob).post(reverse("lobby:accept", args=[offers[2].pk])).status_code == 302
    for player in (anna, bob):
        again = signed_in(player).post(reverse("matches:rematch", args=[ended.pk]))
    assertContains(again, str(TooManyRunning.reason), status_code=429)
    assert again["Retry-After"]
