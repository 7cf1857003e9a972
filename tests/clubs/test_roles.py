"""What a club's page offers to each role, and what its addresses do for it: the two agree."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from core import clock
from games.clubs.models import Club, Member
from tests.clubs.test_clubs import club
from tests.html import html_of

SignedIn = Callable[[User], Client]
LEAD = {"renew", "edit"}
# By role: what the page offers of these, and whether it shows the link and the chat.
ROLES: dict[str, tuple[set[str], bool]] = {
    "": (set(), False),
    "asked": (set(), False),
    "banned": (set(), False),
    "member": (set(), True),
    "captain": (LEAD, True),
    "founder": (LEAD | {"close"}, True),
}


@pytest.mark.parametrize("role", ROLES)
def test_the_page_offers_what_a_role_may_do(role: str, anna: User, bob: User, signed_in: SignedIn) -> None:
    offered, is_in = ROLES[role]
    one = club(bob if role == Member.Role.FOUNDER else anna)
    if role not in ("", Member.Role.FOUNDER):
        Member.objects.create(club=one, player=bob, role=role, joined_at=clock.now())
    his = signed_in(bob)
    page = html_of(his.get(one.get_absolute_url()))
    assert {act for act in ("renew", "edit", "close") if f"/clubs/{one.pk}/{act}/" in page} == offered
    assert ("You cannot join this club." in page) is (role == Member.Role.BANNED)
    assert ("Report this club" in page) is (role != Member.Role.FOUNDER)
    assert (one.link_key in page) is ('id="club-chat"' in page) is is_in
    his.post(f"/clubs/{one.pk}/renew/")
    assert (Club.objects.get().link_key != one.link_key) is ("renew" in offered)
    his.post(f"/clubs/{one.pk}/close/", {"sure": "1"})
    assert (Club.objects.get().closed_at is not None) is ("close" in offered)
