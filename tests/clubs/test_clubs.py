"""Clubs by Django's client: made, seen, joined, led, left, and without a captain."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.names import name_key
from accounts.security import SCOPES, make_token
from accounts.services import delete_account, make_guest
from core import clock
from games.clubs import services
from games.clubs.errors import ClubIsFull, NameTaken, NoSuchClub
from games.clubs.exports import clubs_of
from games.clubs.models import Club, Member
from games.clubs.services import fill_offices, join, keep_offices, role_of
from games.notifications.models import Notification
from tests.html import html_of

SignedIn = Callable[[User], Client]
Role = Member.Role


def club(founder: User, name: str = "Tile Turners", entry: str = Club.Entry.REQUEST) -> Club:
    return services.make(Club(name=name, name_key=name_key(name), entry=entry), founder)


def seen(player: User, days: int) -> None:
    User.objects.filter(pk=player.pk).update(seen_at=clock.now() - timedelta(days=days))


def roles(one: Club) -> dict[str, str]:
    return dict(one.members.values_list("player__username", "role"))


def test_anna_makes_a_club_and_bob_asks_to_join(anna: User, bob: User, signed_in: SignedIn) -> None:
    hers, his = signed_in(anna), signed_in(bob)
    hers.post("/clubs/new/", {"name": "Tile  Turners", "text": "We turn\u202e tiles.", "entry": "request"})
    one = Club.objects.get()
    assert (one.name, one.text, roles(one)) == ("Tile Turners", "We turn tiles.", {"anna": "founder"})
    assertContains(his.get("/clubs/?name=tile"), one.get_absolute_url())
    assertNotContains(his.get("/clubs/?name=chess"), one.get_absolute_url())
    his.post(f"/clubs/{one.pk}/join/")
    assert roles(one) == {"anna": "founder", "bob": "asked"}
    assert Notification.objects.get(user=anna).event == "club-asked"
    assertContains(hers.get(one.get_absolute_url()), f"/clubs/{one.pk}/admit/")
    assertNotContains(his.get(one.get_absolute_url()), one.link_key)
    hers.post(f"/clubs/{one.pk}/admit/", {"player": "bob"})
    assert roles(one) == {"anna": "founder", "bob": "member"}
    assertContains(his.get(one.get_absolute_url()), one.link_key)
    assertContains(his.get("/matches/by/bob/"), one.name)


@pytest.mark.parametrize("name", ["Cлуб чисел", "ab", "Numgames", "T1le Turners", "\u200b\u200b\u200b\u200b"])
def test_names_have_limits_and_no_doubles(name: str, anna: User, signed_in: SignedIn) -> None:
    club(anna, "Tile Turners")
    assert signed_in(anna).post("/clubs/new/", {"name": name, "entry": "open"}).status_code == 422
    assert Club.objects.count() == 1


def test_a_private_club_is_seen_by_its_link_alone(anna: User, bob: User, signed_in: SignedIn, client: Client) -> None:
    one = club(anna, entry=Club.Entry.LINK)
    his = signed_in(bob)
    assertNotContains(his.get("/clubs/"), one.name)
    assert his.get(one.get_absolute_url()).status_code == 404
    assert his.post(f"/clubs/{one.pk}/join/").status_code == 404
    assert his.post(f"/accounts/live/club/{one.pk}/", "{}", content_type="application/json").status_code == 404
    assert client.get(f"/api/v1/clubs/{one.pk}").status_code == 404
    assert his.get("/clubs/join/nosuchlink/").status_code == 404
    assertContains(client.get(f"/clubs/join/{one.link_key}/"), one.name)
    his.get(f"/clubs/join/{one.link_key}/")
    with pytest.raises(NoSuchClub):
        join(one, bob)  # nor can he ask to
    assert roles(one) == {"anna": "founder"}
    assertRedirects(his.post(f"/clubs/join/{one.link_key}/"), one.get_absolute_url())
    old = one.link_key
    assert "bob" in roles(one)
    his.post(f"/clubs/{one.pk}/renew/")  # he is no captain
    assert Club.objects.get().link_key == old
    signed_in(anna).post(f"/clubs/{one.pk}/renew/")
    assert his.get(f"/clubs/join/{old}/").status_code == 404
    assert his.get(one.get_absolute_url()).status_code == 200
    services.ban(one, anna, bob)
    assert his.get(one.get_absolute_url()).status_code == 404


def test_who_leads_bans_appoints_and_hands_over(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    one = club(anna, entry=Club.Entry.OPEN)
    for player in (bob, carl):
        assert join(one, player) == Role.MEMBER
    hers, his = signed_in(anna), signed_in(bob)
    his.post(f"/clubs/{one.pk}/ban/", {"player": "carl"})  # a member bans no one
    his.post(f"/clubs/{one.pk}/founder/", {"player": "bob", "confirmed": "yes"})
    his.post(f"/clubs/{one.pk}/close/")
    assert roles(one) == {"anna": "founder", "bob": "member", "carl": "member"}
    hers.post(f"/clubs/{one.pk}/captain/", {"player": "bob"})
    act = re.compile(rf'value="(\w+)"\s+formaction="/clubs/{one.pk}/(\w+)/"')
    offered = [set(act.findall(html_of(browser.get(one.get_absolute_url())))) for browser in (hers, his)]
    of_founder = {(name, what) for name in ("bob", "carl") for what in ("founder", "ban")}
    assert offered == [of_founder | {("bob", "member"), ("carl", "captain")}, {("carl", "ban")}]
    assert not act.search(html_of(signed_in(carl).get(one.get_absolute_url())))
    his.post(f"/clubs/{one.pk}/ban/", {"player": "anna"})
    his.post(f"/clubs/{one.pk}/ban/", {"player": "carl"})
    assert roles(one) == {"anna": "founder", "bob": "captain", "carl": "banned"}
    signed_in(carl).post(f"/clubs/{one.pk}/join/")
    signed_in(carl).post(f"/clubs/join/{one.link_key}/")
    signed_in(carl).post(f"/clubs/{one.pk}/leave/")
    assert role_of(one, carl) == Role.BANNED
    asked = hers.post(f"/clubs/{one.pk}/founder/", {"player": "bob"})  # without scripts
    assertContains(asked, "Hand the club over to this player?")
    assert role_of(one, anna) == Role.FOUNDER
    hers.post(f"/clubs/{one.pk}/founder/", dict(re.findall(r'name="(\w+)" value="(\w+)"', html_of(asked))))
    assert (role_of(one, anna), role_of(one, bob)) == (Role.CAPTAIN, Role.FOUNDER)
    his.post(f"/clubs/{one.pk}/close/")
    assert his.get(one.get_absolute_url()).status_code == 404
    assert not one.members.exists()


def test_a_club_without_a_captain_gets_the_longest_member_who_was_here_lately(
    anna: User, bob: User, carl: User
) -> None:
    one = club(anna, entry=Club.Entry.OPEN)
    for days, player in ((20, bob), (10, carl)):
        join(one, player)
        one.members.filter(player=player).update(joined_at=clock.now() - timedelta(days=days))
    seen(anna, 59)
    seen(bob, 30)
    seen(carl, 3)
    keep_offices()
    assert roles(one) == {"anna": "founder", "bob": "member", "carl": "member"}
    seen(anna, 61)
    keep_offices()
    keep_offices()
    assert roles(one) == {"anna": "founder", "bob": "member", "carl": "captain"}
    assert Notification.objects.get(user=carl).event == "club-captain"
    services.leave(one, anna)
    assert roles(one) == {"bob": "member", "carl": "founder"}
    services.leave(one, carl)
    assert roles(one) == {"bob": "founder"}
    services.leave(one, bob)
    assert Club.objects.get().closed_at


def test_a_closed_account_leads_no_club(anna: User, bob: User) -> None:
    one = club(anna, entry=Club.Entry.OPEN)
    join(one, bob)
    seen(bob, 1)
    User.objects.filter(pk=anna.pk).update(is_active=False, seen_at=clock.now())
    keep_offices()
    assert roles(one) == {"anna": "member", "bob": "founder"}
    fill_offices(one, clock.now())
    assert roles(one) == {"anna": "member", "bob": "founder"}


def test_deletion_hands_the_club_over_and_leaves_nothing(anna: User, bob: User, carl: User) -> None:
    one, alone = club(anna, entry=Club.Entry.OPEN), club(anna, "Anna Alone")
    join(one, bob)
    join(one, carl)
    one.members.filter(player=carl).update(joined_at=clock.now() - timedelta(days=1))
    assert [(row["name"], row["role"]) for row in clubs_of(anna)] == [
        ("Tile Turners", "founder"),
        ("Anna Alone", "founder"),
    ]
    delete_account(anna)
    assert roles(one) == {"carl": "founder", "bob": "member"}
    assert Club.objects.get(pk=alone.pk).closed_at
    assert not Member.objects.filter(player=anna).exists()


def test_guests_and_computers_join_no_club(anna: User, signed_in: SignedIn) -> None:
    guest = make_guest()
    one = club(anna, entry=Club.Entry.OPEN)
    signed_in(guest).post(f"/clubs/{one.pk}/join/")
    signed_in(guest).post("/clubs/new/", {"name": "Guests", "entry": "open"})
    assert roles(one) == {"anna": "founder"}
    assert Club.objects.count() == 1


def test_programs_read_what_their_players_may_see(anna: User, client: Client) -> None:
    one, hidden = club(anna), club(anna, "Hidden", Club.Entry.LINK)
    assert [row["club"] for row in json.loads(client.get("/api/v1/clubs").content)] == [one.pk]
    people = json.loads(client.get(f"/api/v1/clubs/{one.pk}/members").content)
    assert [(row["player"]["name"], row["role"]) for row in people] == [("anna", "founder")]
    for part in ("", "/members", "/ladders/summy"):
        assert client.get(f"/api/v1/clubs/{hidden.pk}{part}").status_code == 404
    assert json.loads(client.get(f"/api/v1/clubs/{one.pk}/ladders/summy").content) == []


def test_who_is_banned_gets_in_by_no_program_either(anna: User, bob: User, client: Client) -> None:
    circle = club(anna, entry=Club.Entry.OPEN)
    made = make_token(bob, "a program", list(SCOPES), days=30)
    assert made
    bearer = {"authorization": f"Bearer {made[1]}"}
    path = f"/api/v1/clubs/{circle.pk}"
    assert client.post(f"{path}/join", headers=bearer).status_code == 200
    services.ban(circle, anna, bob)
    refused = client.post(f"{path}/join", headers=bearer)
    assert (refused.status_code, json.loads(refused.content)["detail"]) == (403, "You cannot join this club.")
    assert client.post(f"{path}/leave", headers=bearer).status_code == 200
    assert roles(circle) == {"anna": "founder", "bob": "banned"}


def test_two_at_once_give_a_club_the_same_name_and_one_is_told(anna: User, bob: User) -> None:
    taken = club(anna)
    with pytest.raises(NameTaken):
        club(bob)
    other = club(bob, name="Sum Friends")
    other.name, other.name_key = taken.name, taken.name_key
    with pytest.raises(NameTaken):
        services.change(other, bob)


def test_requests_keep_no_place_of_a_member(anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_MEMBERS", 2)
    circle = club(anna)
    join(circle, bob)
    assert join(circle, carl, by_link=True) == "member"
    with pytest.raises(ClubIsFull):
        services.admit(circle, anna, bob)
    assert roles(circle)["bob"] == "asked"
