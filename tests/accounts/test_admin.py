"""The admin is for staff only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from games.social.models import Report
from numgames.staff_site import queues
from tests.factors import give_factor

PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def staff(anna: User, signed_in: Callable[[User], Client]) -> Client:
    anna.is_staff = anna.is_superuser = True
    anna.save()
    return signed_in(give_factor(anna))


def test_a_stranger_signs_in_at_the_front_door(newcomer: Client) -> None:
    answer = newcomer.get(PEOPLE, follow=True)
    assertRedirects(answer, f"/accounts/login/?next={PEOPLE}")
    assert newcomer.post("/admin/login/", {"username": "anna", "password": "a guess"}).status_code == 302


def test_a_player_has_no_business_there(bob: User, signed_in: Callable[[User], Client]) -> None:
    assert signed_in(bob).get(PEOPLE, follow=True).status_code == 403


def test_staff_see_people_and_can_block_an_account(staff: Client, bob: User) -> None:
    assertContains(staff.get(PEOPLE, {"q": "bob"}), "bob")
    page = f"{PEOPLE}{bob.pk}/change/"
    assertContains(staff.get(page), "bob")
    answer = staff.post(page, {"email": "bob@example.org", "username": "root"})
    assertRedirects(answer, PEOPLE)
    bob.refresh_from_db()
    assert (bob.username, bob.email, bob.is_active) == ("bob", "bob@example.org", False)


def test_staff_who_may_change_players_make_no_one_staff_and_change_no_staff(
    anna: User, bob: User, carl: User, signed_in: Callable[[User], Client]
) -> None:
    User.objects.filter(pk=carl.pk).update(is_staff=True, is_superuser=True)
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    anna.user_permissions.set(Permission.objects.filter(codename__in=("view_user", "change_user")))
    desk = signed_in(give_factor(anna))
    form = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    assertRedirects(desk.post(f"{PEOPLE}{bob.pk}/change/", form | {"email": "bob@example.org"}), PEOPLE)
    for staff in (anna, carl):
        assert desk.post(f"{PEOPLE}{staff.pk}/change/", form).status_code == 403
        assert desk.get(f"{PEOPLE}{staff.pk}/password/").status_code == 403
    assert [*User.objects.order_by("username").values_list("email", "is_staff", "is_superuser")] == [
        ("", True, False),
        ("bob@example.org", False, False),
        ("", True, True),
    ]
    assert anna.user_permissions.count() == 2


@pytest.mark.parametrize(("name", "status"), [("Dora", 302), ("B0b", 200), ("guest-1", 200)])
def test_staff_make_people_by_the_same_rules(staff: Client, bob: User, name: str, status: int) -> None:
    form = {"username": name, "password1": "numbers are fun", "password2": "numbers are fun"}
    answer = staff.post(f"{PEOPLE}add/", form | {"usable_password": "true"})
    assert answer.status_code == status
    assert User.objects.count() == (3 if status == 302 else 2)


def test_no_one_is_deleted_with_the_matches_of_others(staff: Client, bob: User) -> None:
    assert staff.post(f"{PEOPLE}{bob.pk}/delete/", {"post": "yes"}).status_code == 403


def test_staff_see_what_waits_on_the_first_page_and_the_way_to_it_in_their_menu(staff: Client, bob: User) -> None:
    assertContains(staff.get("/lobby/"), 'href="/admin/"')
    assertNotContains(staff.get("/admin/"), 'class="waiting"')
    Report.objects.create(by=bob, about=bob, reason=Report.Reason.SPAM, made_at=timezone.now())
    assert [queue.number for queue in queues()] == [1, 0, 0]
    page = staff.get("/admin/")
    assertContains(page, '<a href="/admin/social/report/" class="waiting">')
    assertContains(page, "Deliveries")


def test_a_player_has_no_way_to_the_admin_in_the_menu(bob: User, signed_in: Callable[[User], Client]) -> None:
    assertNotContains(signed_in(bob).get("/lobby/"), 'href="/admin/"')


def test_blocks_are_listed(staff: Client) -> None:
    assert staff.get("/admin/accounts/block/").status_code == 200


def test_staff_who_may_only_see_players_change_none(anna: User, bob: User, signed_in: Callable[[User], Client]) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    anna.user_permissions.set(Permission.objects.filter(codename="view_user"))
    desk = signed_in(give_factor(anna))
    assertContains(desk.get(f"{PEOPLE}{bob.pk}/change/"), "bob")
    assert desk.post(f"{PEOPLE}{bob.pk}/change/", {"email": "bob@example.org"}).status_code == 403
    bob.refresh_from_db()
    assert (bob.email, bob.is_active) == ("", True)
