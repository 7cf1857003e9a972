"""Account deletion during the start of a match: no match of a deleted account keeps running."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db.models import Q

from accounts.models import User
from accounts.services import delete_account
from games.computers.services import begin_match
from games.lobby.models import Offer
from games.lobby.pairing import play_now
from games.lobby.services import accept_offer
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.play.services import offer_rematch, resign
from tests.lobby.conftest import at_once, challenge_to, offer_by
from tests.sizes import cases, examples

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = examples(6, 12)

Act = Callable[[], object]
Scene = Callable[[User, User], Act]


def accepts_an_offer_of(anna: User, bob: User) -> Act:
    offer = offer_by(anna)
    return lambda: accept_offer(offer.pk, bob)


def is_accepted_by(anna: User, bob: User) -> Act:
    offer = challenge_to(anna, by=bob)
    return lambda: accept_offer(offer.pk, anna)


def plays_now_with(anna: User, bob: User) -> Act:
    offer_by(anna)
    return lambda: play_now(bob)


def is_asked_for_a_rematch(anna: User, bob: User) -> Act:
    match = accept_offer(offer_by(anna).pk, bob)
    resign(match.pk, bob)
    offer_rematch(match.pk, anna)
    return lambda: offer_rematch(match.pk, bob)


def plays_a_computer(anna: User, bob: User) -> Act:
    return lambda: begin_match(anna, "digifeud", 1)


SCENES = (accepts_an_offer_of, is_accepted_by, plays_now_with, is_asked_for_a_rematch, plays_a_computer)


@cases(
    "scene",
    {scene.__name__: scene for scene in SCENES},
    default=["accepts_an_offer_of", "is_asked_for_a_rematch"],
)
def test_no_match_of_a_deleted_account_runs_on(scene: Scene) -> None:
    """The match either begins first and is resigned, or does not begin."""
    for number in range(TRIES):
        anna, bob = (User.objects.create_user(f"{name}{number}") for name in ("anna", "bob"))
        act = scene(anna, bob)
        begun, left = at_once(act, partial(delete_account, anna))
        assert left is None
        assert isinstance(begun, Match | Offer | Refused), begun
        running = Match.objects.filter(Q(first=anna) | Q(second=anna), finished_at=None)
        assert not running.exists(), f"try {number}"
        assert not Offer.objects.filter(challenger=anna, status=Offer.Status.OPEN).exists()


def test_two_opponents_leave_at_once(anna: User, bob: User, carl: User) -> None:
    """Each resigns the matches with the other, without a deadlock."""
    for number in range(6):
        people = [User.objects.create_user(f"{name}{number}") for name in ("dora", "emil", "finn")]
        for one in people:
            for other in people:
                if one != other:
                    accept_offer(offer_by(one).pk, other)
        left = at_once(*[partial(delete_account, one) for one in people])
        assert left == [None] * 3
        assert not Match.objects.filter(finished_at=None).exists()


def test_an_account_that_is_gone_makes_no_offer(anna: User, bob: User) -> None:
    """The request was in flight when the account was deleted."""
    late = User.objects.get(pk=anna.pk)
    delete_account(anna)
    for act in (lambda: offer_by(late), lambda: challenge_to(bob, by=late), lambda: begin_match(late, "digifeud", 1)):
        with pytest.raises(Refused):
            act()
    assert not Offer.objects.exists()
    assert not Match.objects.exists()
