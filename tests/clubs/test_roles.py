"""What a club's page offers to each role, and what its addresses do for it: the two agree."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from core import clock
from games.clubs import services
from games.clubs.models import Club, Member
from games.matches.errors import Refused
from games.notifications.models import Notification
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


Role = Member.Role
ACTS: dict[str, Callable[[Club, User, User], None]] = {
    "admit": services.admit,
    "ban": services.ban,
    "unban": services.unban,
    "captain": partial(services.appoint, role=Role.CAPTAIN),
    "member": partial(services.appoint, role=Role.MEMBER),
    "founder": partial(services.appoint, role=Role.FOUNDER),
}
# By act: the roles that it changes where a captain does it, and where the founder does; no one else changes any.
CHANGED: dict[str, tuple[set[str], set[str]]] = {
    "admit": ({"asked"}, {"asked"}),
    "ban": ({"asked", "member"}, {"asked", "member", "captain"}),
    "unban": ({"banned"}, {"banned"}),
    "captain": (set(), {"member"}),
    "member": (set(), {"captain"}),
    "founder": (set(), {"member", "captain"}),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_changes_the_roles_that_it_may_and_never_ones_own(act: str, anna: User) -> None:
    one = club(anna)
    others = {role: [User.objects.create_user(f"{role} {number}") for number in (1, 2)] for role in Role.values}
    others[Role.FOUNDER] = [anna]
    others[""] = [User.objects.create_user("outsider")]
    for role, players in others.items():
        for player in players:
            if role not in ("", Role.FOUNDER):
                Member.objects.create(club=one, player=player, role=role, joined_at=clock.now())
    allowed = {Role.CAPTAIN: CHANGED[act][0], Role.FOUNDER: CHANGED[act][1]}
    for by, (actor, *_) in others.items():
        changed = {role for role, players in others.items() for one_of in players if _changes(act, one, actor, one_of)}
        own = {by} if _changes(act, one, actor, actor) else set()
        assert (changed, own) == (allowed.get(Role(by), set()) if by else set(), set()), by


def _changes(act: str, one: Club, actor: User, player: User) -> bool:
    """Return whether the act changes the role of this player; it is undone."""
    with transaction.atomic():
        before = services.role_of(one, player)
        with suppress(Refused):
            ACTS[act](one, actor, player)
        after = services.role_of(one, player)
        transaction.set_rollback(True)
    return after != before


def test_who_gets_a_role_is_told(anna: User, bob: User, signed_in: SignedIn) -> None:
    one, hers = club(anna), signed_in(anna)
    services.join(one, bob, by_link=True)
    for role, title in (("captain", "You are captain of Tile Turners now"), ("founder", "Tile Turners is yours now")):
        for _press in range(2):
            hers.post(f"/clubs/{one.pk}/{role}/", {"player": "bob", "confirmed": "yes"})
        page = html_of(signed_in(bob).get("/notifications/"))
        assert (page.count(title), page.count("anna has decided so.")) == (1, 1 + (role == "founder"))
    assert Notification.objects.filter(event="club-appointed").count() == 2


def test_the_link_offers_a_banned_player_nothing(anna: User, bob: User, signed_in: SignedIn) -> None:
    one, his = club(anna), signed_in(bob)
    link = f"/clubs/join/{one.link_key}/"
    assert "Join the club" in html_of(his.get(link))
    services.join(one, bob, by_link=True)
    services.ban(one, anna, bob)
    page = html_of(his.get(link))
    assert "You cannot join this club." in page
    assert "Join the club" not in page
