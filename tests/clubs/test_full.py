"""The limit of members: the last place is given, and none after it, by each way in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from core import clock
from games.clubs import services
from games.clubs.errors import ClubIsFull
from games.clubs.models import Club, Member
from games.clubs.services import admit, join, members_of
from tests.clubs.test_clubs import club

Way = Callable[[Club, User], object]


def by_request(one: Club, player: User) -> None:
    asked = Member.objects.filter(club=one, player=player)
    if not asked.exists():
        Member.objects.create(club=one, player=player, role=Member.Role.ASKED, joined_at=clock.now())
    admit(one, members_of(one)[0].player, player)


WAYS: dict[str, tuple[str, Way]] = {
    "openly": (Club.Entry.OPEN, join),
    "by-link": (Club.Entry.LINK, lambda one, player: join(one, player, by_link=True)),
    "by-request": (Club.Entry.REQUEST, by_request),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_last_place_is_given_and_no_more(
    way: str, anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_MEMBERS", 2)
    entry, enter = WAYS[way]
    one = club(anna, entry=entry)
    enter(one, bob)
    with pytest.raises(ClubIsFull):
        enter(one, carl)
    assert [member.player for member in members_of(one)] == [anna, bob]


def test_requests_have_as_many_places_of_their_own(
    anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_MEMBERS", 1)
    one = club(anna)
    assert join(one, bob) == Member.Role.ASKED
    with pytest.raises(ClubIsFull):
        join(one, carl)
