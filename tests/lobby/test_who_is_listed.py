"""Which players the lobby lists and counts, of one of each kind, for each kind of viewer."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import block
from core import clock
from games.lobby.lists import followed_players, found_by_name, near_in_rating, online_for
from games.social.following import follow
from tests.lobby.conftest import lobby_of
from tests.ratings.conftest import settle

EVERYONE = ("bo", "bot", "computer", "guest", "closed", "blocked", "blocks")
# What each list shows to anna, who has blocked one and is blocked by another.
LISTS = {
    "found": {"bo", "bot"},
    "online": {"bo", "bot", "computer", "guest"},
    "near": {"bo", "bot", "guest"},
    "followed": {"bo", "bot", "computer", "guest"},
}


@pytest.fixture
def everyone(anna: User) -> dict[str, User]:
    """Return a player of each kind, whose names begin alike; all are online and have a rating of one pool."""
    kinds = {"bot": {"is_bot": True}, "computer": {"is_computer": True}, "guest": {"is_guest": True}}
    kinds["closed"] = {"is_active": False}
    players = {
        name: User.objects.create(
            username=f"qq{name}", name_key=f"qq{name}", seen_at=clock.now(), **kinds.get(name, {})
        )
        for name in EVERYONE
    }
    User.objects.filter(pk=anna.pk).update(seen_at=clock.now())
    block(anna, players["blocked"])
    block(players["blocks"], anna)
    return players


def names(players: list[User]) -> set[str]:
    return {player.username.removeprefix("qq") for player in players}


def test_each_list_has_those_whom_its_viewer_may_meet(everyone: dict[str, User], anna: User) -> None:
    for player in (anna, *everyone.values()):
        if not player.is_bot:
            settle(player, 1500)
    for name, player in everyone.items():
        if not name.startswith("block"):
            follow(anna, player)
    shown = {
        "found": names(found_by_name("qq", anna)),
        "online": names(online_for(anna)),
        "near": names([*near_in_rating(anna).figures]) | {"bot"},  # bots have pools of their own
        "followed": names(followed_players(anna)),
    }
    assert shown == LISTS
    assert names(found_by_name("qq", None)) == {"bo", "bot", "blocked", "blocks"}


def test_the_numbers_count_those_who_are_listed(everyone: dict[str, User], anna: User) -> None:
    lobby = lobby_of(anna)
    assert names(lobby.online) - {"anna"} == LISTS["online"]
    assert (lobby.present, lobby.others_online) == (len(LISTS["online"]) + 1, len(LISTS["online"]))
    assert lobby_of(None).present == len(LISTS["online"]) + 3
    assert lobby_of(everyone["bo"]).others_online == len(LISTS["online"]) + 2
