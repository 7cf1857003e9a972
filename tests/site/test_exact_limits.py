"""Each limit holds at its exact number, and counts what one player has, not what others have."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from types import ModuleType

import pytest
from django.db import models

from accounts import security
from accounts import services as accounts
from accounts.models import AccessToken, Block, User
from core import clock
from games.catalogue import games
from games.classes import services as classes
from games.classes.models import SchoolClass
from games.clubs import services as clubs
from games.clubs.models import Club, Member
from games.events import services as events
from games.events.models import Entry, Event
from games.lobby import services as lobby
from games.lobby.models import Offer
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.time.control import TimeControl
from games.social import following
from games.social.models import Favourite, Mute
from games.studies import services as studies
from games.studies.models import Study
from games.webhooks import services as webhooks
from games.webhooks.models import Endpoint
from tests.alike import one, someone

pytestmark = pytest.mark.django_db
Action = Callable[[User, int], object]


def challenge(player: User, opponent: User | None = None, days: int = 1) -> None:
    options = games()["digifeud"].options_type()
    kind = Offer.Kind.DIRECT if opponent else Offer.Kind.OPEN
    pace = TimeControl.correspondence(days=days)
    lobby.make_offer(
        challenger=player, game_slug="digifeud", options=options, kind=kind, opponent=opponent, time_control=pace
    )


def keep_line(player: User, number: int) -> None:
    studies.keep(player, one(Match), 1, ["pass"], str(number))


ACTIONS: dict[str, tuple[ModuleType, str, type[models.Model], Action]] = {
    "follows": (following, "MOST_FAVOURITES", Favourite, lambda player, _n: following.follow(player, someone())),
    "mutes": (following, "MOST_MUTES", Mute, lambda player, _n: following.mute(player, someone())),
    "blocks": (accounts, "MOST_BLOCKS", Block, lambda player, _n: accounts.block(player, someone())),
    "tokens": (security, "MOST_TOKENS", AccessToken, lambda player, n: security.make_token(player, f"{n}", [], 7)),
    "endpoints": (
        webhooks,
        "MOST",
        Endpoint,
        lambda player, n: webhooks.add_endpoint(player, f"https://example.org/{n}", "", ["match.turn"]),
    ),
    "studies": (studies, "MOST", Study, keep_line),
    "classes": (
        classes,
        "MOST_CLASSES",
        SchoolClass,
        lambda player, n: classes.make(player, f"{n}", [], clock.now().date() + timedelta(9)),
    ),
    "clubs": (clubs, "MOST_CLUBS", Member, lambda player, _n: clubs.join(one(Club, entry="open"), player)),
    "offers": (lobby, "MOST_OFFERS", Offer, lambda player, n: challenge(player, days=n + 1)),
    "challenges": (lobby, "MOST_CHALLENGES", Offer, lambda player, n: challenge(player, rival_of(player), n + 1)),
}


def rival_of(player: User) -> User:
    """Return the one whom this player always challenges."""
    name = f"rival{player.pk}"
    return User.objects.filter(username=name).first() or User.objects.create_user(name)


@pytest.mark.parametrize("name", ACTIONS)
def test_of_a_player(name: str, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    module, limit, model, action = ACTIONS[name]
    monkeypatch.setattr(module, limit, 2)
    for number in range(2):
        action(bob, number)
    counts = []
    for number in range(4):
        with suppress(Refused):
            action(anna, number)
        counts.append(model._default_manager.count())
    assert counts == [3, 4, 4, 4]


def test_members_of_a_club(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MOST_MEMBERS", 2)
    full, other = one(Club, entry="open"), one(Club, entry="open")
    for club in (other, other, other, full, full, full):
        with suppress(Refused):
            clubs.join(club, someone())
    assert (full.members.count(), other.members.count()) == (2, 2)
    asks = one(Club, entry="request")
    for _number in range(3):
        one(Member, club=full, role=Member.Role.BANNED)
        with suppress(Refused):
            clubs.join(asks, someone())
    assert asks.members.filter(role=Member.Role.ASKED).count() == 2


def test_pupils_of_a_class(monkeypatch: pytest.MonkeyPatch, anna: User) -> None:
    monkeypatch.setattr(classes, "MOST_PUPILS", 2)
    day = clock.now().date() + timedelta(9)
    for names in (["Emma", "Finn"], ["Emma", "Finn", "Ida"]):
        with suppress(Refused):
            classes.make(anna, "5b", names, day)
    assert [one.pupils.count() for one in SchoolClass.objects.all()] == [2]


def test_players_of_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LARGEST", 2)
    cup, other = (one(Event, kind="swiss", game_slug="digifeud", starts_at=clock.now() + timedelta(9)) for _n in "ab")
    for event in (other, other, other, cup, cup, cup):
        with suppress(Refused):
            events.enter(event.pk, someone())
    assert [Entry.objects.filter(event=event).count() for event in (cup, other)] == [2, 2]
