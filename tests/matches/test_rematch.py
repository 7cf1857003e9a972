"""Rematches: requested by one player, accepted by the other, with the second player to begin."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import block, delete_account
from games.matches.errors import Blocked, NotPlaying, StillRunning
from games.matches.models import Match
from games.matches.play.deals import Mix, new_ticket
from games.matches.play.services import find_match, offer_rematch, resign
from games.rules import Seat
from tests.html import html_of
from tests.matches.test_races import at_once

pytestmark = pytest.mark.sql


def test_both_ask_and_bob_begins_the_next(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    assert offer_rematch(match.pk, anna) is None
    again = offer_rematch(match.pk, bob)
    assert again is not None
    assert (again.first, again.second) == (bob, anna)
    assert (again.game_slug, again.option_data, again.time_control) == (
        match.game_slug,
        match.option_data,
        match.time_control,
    )
    assert again.commitment != match.commitment
    assert find_match(match.pk).rematch == again


def test_asking_again_changes_nothing(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    offer_rematch(match.pk, anna)
    assert offer_rematch(match.pk, anna) is None
    again = offer_rematch(match.pk, bob)
    assert offer_rematch(match.pk, anna) == offer_rematch(match.pk, bob) == again
    assert Match.objects.count() == 2


def test_a_computer_agrees_to_a_request_after_which_the_process_died(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    offer_rematch(match.pk, anna)
    User.objects.filter(pk=bob.pk).update(is_computer=True)
    again = offer_rematch(match.pk, anna)
    assert again
    assert offer_rematch(match.pk, anna) == find_match(match.pk).rematch == again


@pytest.mark.django_db(transaction=True)
def test_two_clicks_with_one_ticket_are_one_request(match: Match, anna: User) -> None:
    resign(match.pk, anna)
    for _time in range(10):
        Match.objects.update(rematch_by=None, rematch_deal=None)
        mix = Mix(bytes(32), new_ticket().text)
        assert at_once(*[lambda mix=mix: offer_rematch(match.pk, anna, mix=mix)] * 4) == [None] * 4
        assert find_match(match.pk).rematch_by == Seat.FIRST


@pytest.mark.django_db(transaction=True)
def test_two_clicks_that_accept_begin_one_match(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    for _time in range(10):
        Match.objects.update(rematch_by=None, rematch_deal=None, rematch=None)
        offer_rematch(match.pk, anna, mix=Mix(bytes(32), new_ticket().text))
        begun = at_once(*[lambda: offer_rematch(match.pk, bob)] * 4)
        assert begun == [find_match(match.pk).rematch] * 4


def test_there_is_no_rematch_while_the_match_runs_nor_for_strangers(match: Match, anna: User, carl: User) -> None:
    with pytest.raises(StillRunning):
        offer_rematch(match.pk, anna)
    with pytest.raises(NotPlaying):
        offer_rematch(match.pk, carl)


def test_who_is_blocked_gets_no_rematch(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    block(bob, anna)
    with pytest.raises(Blocked):
        offer_rematch(match.pk, anna)


def test_who_is_gone_gets_no_rematch_whatever_their_seat(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    for player, gone in ((anna, bob), (bob, anna)):
        User.objects.update(is_active=True)
        User.objects.filter(pk=gone.pk).update(is_active=False)
        with pytest.raises(Blocked):
            offer_rematch(match.pk, player)
    assert Match.objects.get().rematch_by is None


def test_the_button_leads_to_the_next_match(
    match: Match, anna: User, bob: User, signed_in: Callable[[User], Client]
) -> None:
    resign(match.pk, anna)
    url = reverse("matches:rematch", args=[match.pk])
    assert b"Waiting for bob" in signed_in(anna).post(url, follow=True).content
    assert b"anna asks for a rematch" in signed_in(bob).get(reverse("matches:match", args=[match.pk])).content
    answer = signed_in(bob).post(url, headers={"HX-Request": "true"})
    again = find_match(match.pk).rematch
    assert again is not None
    assert answer.headers["HX-Redirect"] == reverse("matches:match", args=[again.pk])


def test_they_may_also_keep_their_seats(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    assert offer_rematch(match.pk, bob, Seat.FIRST) is None
    again = offer_rematch(match.pk, anna, Seat.FIRST)
    assert again is not None
    assert (again.first, again.second) == (anna, bob)


def test_to_agree_is_to_want_what_the_other_wants(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    offer_rematch(match.pk, bob, Seat.FIRST)
    again = offer_rematch(match.pk, anna)
    assert again is not None
    assert again.first == anna


def test_who_wants_it_the_other_way_round_asks_back(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    offer_rematch(match.pk, anna, Seat.FIRST)
    assert offer_rematch(match.pk, bob, Seat.SECOND) is None
    match = find_match(match.pk)
    assert (match.rematch_by, match.rematch_starter, match.rematch) == (Seat.SECOND, Seat.SECOND, None)
    again = offer_rematch(match.pk, anna, Seat.SECOND)
    assert again is not None
    assert again.first == bob


def test_the_page_names_both_ways_and_who_begins(
    match: Match, anna: User, bob: User, signed_in: Callable[[User], Client]
) -> None:
    resign(match.pk, anna)
    page, url = reverse("matches:match", args=[match.pk]), reverse("matches:rematch", args=[match.pk])
    hers = html_of(signed_in(anna).get(page))
    assert "bob begins." in " ".join(hers.split())
    assert "Rematch, same order" in hers
    asked = html_of(signed_in(anna).post(url, {"starter": "1"}, follow=True))
    assert "Waiting for bob. You begin." in " ".join(asked.split())
    his = html_of(signed_in(bob).get(page))
    assert "anna asks for a rematch. anna begins." in " ".join(his.split())
    assert "Rematch, other order" in his
    answer = signed_in(bob).post(url, {"starter": "2"}, follow=True)
    assert b"You asked for a rematch" in answer.content
    assert signed_in(anna).post(url, {"starter": "2"}).status_code == 302
    again = find_match(match.pk).rematch
    assert again is not None
    assert again.first == bob


@pytest.mark.parametrize("asked", [True, False])
def test_there_is_no_rematch_with_a_deleted_account(
    match: Match, anna: User, bob: User, signed_in: Callable[[User], Client], asked: bool
) -> None:
    resign(match.pk, anna)
    if asked:
        offer_rematch(match.pk, bob)
    delete_account(bob)
    page = html_of(signed_in(anna).get(reverse("matches:match", args=[match.pk])))
    assert "asks for a rematch" not in page
    assert reverse("matches:rematch", args=[match.pk]) not in page
