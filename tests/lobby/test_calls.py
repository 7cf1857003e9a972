"""A link to a live match outlives a look into the messenger, and its maker is called when a friend follows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.hooks import PageNews
from accounts.models import User
from accounts.online import presence
from core.live.partials import Inputs
from games.lobby.elsewhere import CALL
from games.lobby.models import Offer
from games.lobby.services import accept_offer, close_stale_offers, find_offer
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import requests
from games.matches.play.deals import new_ticket
from games.matches.play.services import end_overdue, find_match
from games.matches.play.starts import wait_of
from games.matches.time.control import GATHERING, USUAL_LIVE
from games.notifications.models import Delivery, Notification
from tests.lobby.conftest import at_once, offer_by
from tests.notifications.conftest import PushService, push_service, send_due

pytestmark = pytest.mark.sql
__all__ = ["push_service"]
SignedIn = Callable[[User], Client]
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def clock(db: None) -> Iterator[time_machine.Traveller]:
    """Stop the time; tests shift it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def link_of(anna: User) -> Offer:
    """Return anna's link to a live match; she has just looked at it."""
    presence.touch(anna)
    return offer_by(anna, kind=Offer.Kind.LINK, time_control=USUAL_LIVE)


def arrive(player: User, match: Match) -> None:
    match = find_match(match.pk)
    requests.arrive(match, match.seat_of(player))


def call_of(player: User, **displays: object) -> Inputs | None:
    """Return what calls the player on a page that displays this."""
    call = CALL.of(PageNews(displays, {}), User.objects.get(pk=player.pk))
    return call.inputs if call else None


@pytest.mark.parametrize("kind", [Offer.Kind.LINK, Offer.Kind.DIRECT])
def test_an_invitation_lives_15_minutes_without_its_maker(
    clock: time_machine.Traveller, anna: User, bob: User, kind: Offer.Kind
) -> None:
    presence.touch(anna)
    opponent = bob if kind == Offer.Kind.DIRECT else None
    offer_by(anna, kind=kind, opponent=opponent, time_control=USUAL_LIVE)
    clock.shift(15 * MINUTE)
    assert close_stale_offers() == 0
    clock.shift(timedelta(seconds=1))
    assert close_stale_offers() == 1


def test_it_lives_on_when_anna_looks_in(clock: time_machine.Traveller, anna: User) -> None:
    offer = link_of(anna)
    clock.shift(10 * MINUTE)
    presence.touch(anna)
    clock.shift(10 * MINUTE)
    assert close_stale_offers() == 0
    assert find_offer(offer.pk).is_open


def test_an_open_challenge_still_goes_after_90_seconds(clock: time_machine.Traveller, anna: User) -> None:
    presence.touch(anna)
    offer_by(anna, time_control=USUAL_LIVE)
    clock.shift(timedelta(seconds=91))
    assert close_stale_offers() == 1


def test_a_link_in_correspondence_stays_for_days(clock: time_machine.Traveller, anna: User) -> None:
    presence.touch(anna)
    offer_by(anna, kind=Offer.Kind.LINK)
    clock.shift(timedelta(days=13))
    assert close_stale_offers() == 0


def test_the_friend_who_follows_it_calls_anna(
    clock: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn, push_service: PushService
) -> None:
    push_service.device(anna)
    offer = link_of(anna)
    clock.shift(10 * MINUTE)
    page = signed_in(bob).post(reverse("lobby:accept", args=[offer.pk]), follow=True)
    match = Match.objects.get(offer=offer)
    assertContains(page, "We have called anna.")
    assertContains(page, "Look around on other pages meanwhile")
    send_due(NOW + 10 * MINUTE + timedelta(seconds=4))
    assert push_service.heard == []
    send_due(NOW + 10 * MINUTE + timedelta(seconds=6))
    [message] = push_service.heard
    assert (message["title"], message["path"]) == ("bob is here: play now", f"/matches/{match.pk}/")
    call = call_of(anna)
    assert call
    assert (call["text"], call["path"]) == ("bob is here: play now", f"/matches/{match.pk}/")
    assert datetime.fromtimestamp(call["until"] / 1000, UTC) == find_match(match.pk).deadline_at


def test_the_match_begins_when_both_are_there_and_nothing_is_lost_before(
    clock: time_machine.Traveller, anna: User, bob: User
) -> None:
    offer = link_of(anna)
    match = accept_offer(offer.pk, bob)
    arrive(bob, match)
    clock.shift(14 * MINUTE)
    end_overdue()
    assert find_match(match.pk).is_gathering
    arrive(anna, match)
    begun = find_match(match.pk)
    assert begun.clock_since == NOW + 14 * MINUTE
    assert (begun.first_left, begun.second_left) == (match.first_left, match.second_left)
    assert call_of(anna) is None


def test_no_one_is_to_blame_when_anna_does_not_come_back(clock: time_machine.Traveller, anna: User, bob: User) -> None:
    match = accept_offer(link_of(anna).pk, bob)
    arrive(bob, match)
    clock.shift(15 * MINUTE)
    end_overdue()
    assert find_match(match.pk).finished_at
    assert wait_of(anna) == wait_of(bob) == timedelta()


def test_the_friend_who_looks_around_meanwhile_is_called_too(
    clock: time_machine.Traveller, anna: User, bob: User, push_service: PushService
) -> None:
    match = accept_offer(link_of(anna).pk, bob)
    arrive(bob, match)
    seat = find_match(match.pk).seat_of(bob)
    assert seat
    requests.leave(match.pk, seat)
    assert call_of(bob) is None
    push_service.device(bob)
    clock.shift(10 * MINUTE)
    arrive(anna, match)
    send_due(NOW + 11 * MINUTE)
    assert [message["title"] for message in push_service.heard] == ["anna is here: play now"]
    assert call_of(bob)
    arrive(bob, match)
    assert not find_match(match.pk).is_gathering


def test_who_is_there_by_then_is_not_called(
    clock: time_machine.Traveller, anna: User, bob: User, push_service: PushService
) -> None:
    push_service.device(anna)
    match = accept_offer(link_of(anna).pk, bob)
    arrive(anna, match)
    arrive(bob, match)
    send_due(NOW + MINUTE)
    assert push_service.heard == []
    assert set(Delivery.objects.filter(user=anna).values_list("status", flat=True)) == {"stale"}


def test_two_friends_follow_two_links_and_both_matches_wait(
    clock: time_machine.Traveller, anna: User, bob: User, carl: User
) -> None:
    first, second = link_of(anna), link_of(anna)
    matches = [accept_offer(first.pk, bob), accept_offer(second.pk, carl)]
    for player, match in zip((bob, carl), matches, strict=True):
        arrive(player, match)
    assert Notification.objects.filter(user=anna, event="call").count() == 2
    clock.shift(5 * MINUTE)
    arrive(anna, matches[0])
    end_overdue()
    assert not find_match(matches[0].pk).is_gathering
    assert find_match(matches[1].pk).is_gathering
    call = call_of(anna, match=matches[0].pk)
    assert call
    assert call["text"] == "carl is here: play now"
    clock.shift(10 * MINUTE)
    end_overdue()
    assert (find_match(matches[1].pk).ended, find_match(matches[1].pk).called_off_by) == (Ending.ABORTED, 0)


@pytest.mark.django_db(transaction=True)
def test_of_two_friends_who_follow_one_link_at_once_one_plays(anna: User, bob: User, carl: User) -> None:
    offer = link_of(anna)
    outcomes = at_once(lambda: accept_offer(offer.pk, bob), lambda: accept_offer(offer.pk, carl))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Match", "Taken"]
    assert Notification.objects.filter(user=anna, event="call").count() == 1


def test_the_friend_who_comes_too_late_challenges_anna(
    clock: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    offer = link_of(anna)
    accept_offer(offer.pk, bob)
    for page in (
        signed_in(carl).get(reverse("lobby:challenge", args=[offer.pk])),
        signed_in(carl).post(reverse("lobby:accept", args=[offer.pk])),
    ):
        assertContains(page, "Too late: someone else just took this challenge.", status_code=page.status_code)
        assertContains(page, "Challenge anna", status_code=page.status_code)
        assert page.status_code in (409, 410)
    ticket = new_ticket()
    mixed = {"mix": "61" * 32, "ticket": ticket.text}
    answer = signed_in(carl).post(reverse("lobby:back", args=[offer.pk]), mixed, follow=True)
    assertContains(answer, "We have told anna that you want to play.")
    made = Offer.objects.get(challenger=carl)
    assert (made.kind, made.opponent_id, made.time_control) == (Offer.Kind.DIRECT, anna.pk, USUAL_LIVE)
    assert made.deal
    assert made.deal.commitment == ticket.commitment
    assert Notification.objects.filter(user=anna, event="challenge", other=carl).exists()


def test_a_visitor_challenges_back_as_a_guest(clock: time_machine.Traveller, anna: User, client: Client) -> None:
    offer = link_of(anna)
    clock.shift(16 * MINUTE)
    close_stale_offers()
    page = client.get(reverse("lobby:challenge", args=[offer.pk]))
    assertContains(page, "Challenge anna", status_code=410)
    client.post(reverse("lobby:back", args=[offer.pk]))
    assert Offer.objects.get(opponent=anna).challenger.is_guest


def test_anna_makes_a_new_link_when_hers_is_over(
    clock: time_machine.Traveller, anna: User, signed_in: SignedIn
) -> None:
    offer = link_of(anna)
    clock.shift(16 * MINUTE)
    close_stale_offers()
    page = signed_in(anna).get(reverse("lobby:challenge", args=[offer.pk]))
    assertContains(page, "Make a new link", status_code=410)
    assertNotContains(page, "Challenge anna", status_code=410)


def test_anna_who_opens_the_page_of_her_link_again_goes_to_the_match(
    clock: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn
) -> None:
    offer = link_of(anna)
    match = accept_offer(offer.pk, bob)
    page = signed_in(anna).get(reverse("lobby:challenge", args=[offer.pk]))
    assertRedirects(page, reverse("matches:match", args=[match.pk]))


def test_no_one_challenges_back_by_what_is_no_link(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = offer_by(anna)
    answer = signed_in(bob).post(reverse("lobby:back", args=[offer.pk]))
    assert answer.status_code == 404
    assert not Offer.objects.filter(challenger=bob).exists()


def test_the_usual_match_still_waits_three_minutes(clock: time_machine.Traveller, anna: User, bob: User) -> None:
    presence.touch(anna)
    match = accept_offer(offer_by(anna, time_control=USUAL_LIVE).pk, bob)
    assert match.deadline_at == NOW + GATHERING
    arrive(bob, match)
    assert not Notification.objects.filter(event="call").exists()


def test_a_blocked_friend_is_offered_nothing(anna: User, bob: User, signed_in: SignedIn) -> None:
    offer = link_of(anna)
    anna.blocks.create(of=bob)
    page = signed_in(bob).get(reverse("lobby:challenge", args=[offer.pk]))
    assertNotContains(page, "Challenge anna", status_code=403)
    with pytest.raises(Refused):
        accept_offer(offer.pk, bob)
