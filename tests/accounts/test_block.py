"""Blocks between two players."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import Block, User
from accounts.services import block, blocked_between, unblock

BLOCK, UNBLOCK = "/accounts/block/", "/accounts/unblock/"


def test_a_block_works_both_ways(anna: User, bob: User, carl: User) -> None:
    block(by=anna, of=bob)
    assert blocked_between(anna, bob)
    assert blocked_between(bob, anna)
    assert not blocked_between(anna, carl)


def test_blocking_twice_is_blocking_once_and_undone_at_once(anna: User, bob: User) -> None:
    for _ in range(2):
        block(by=anna, of=bob)
    unblock(by=anna, of=bob)
    assert not blocked_between(anna, bob)
    unblock(by=anna, of=bob)


def test_unblocking_does_not_take_back_the_block_of_the_other(anna: User, bob: User) -> None:
    block(by=anna, of=bob)
    block(by=bob, of=anna)
    unblock(by=anna, of=bob)
    assert blocked_between(anna, bob)


def test_anna_blocks_bob_by_name_and_forgives_him(anna: User, bob: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    assertContains(browser.post(BLOCK, {"name": "BOB"}, follow=True), "Unblock bob")
    answer = browser.post(UNBLOCK, {"name": "bob", "next": "/accounts/delete/"})
    assertRedirects(answer, "/accounts/delete/")
    assert not Block.objects.exists()


def test_no_one_blocks_themselves(anna: User, signed_in: Callable[[User], Client]) -> None:
    assertContains(signed_in(anna).post(BLOCK, {"name": "anna"}, follow=True), "You cannot block yourself.")
    block(by=anna, of=anna)
    assert not Block.objects.exists()


def test_blocks_have_a_limit(
    anna: User, bob: User, carl: User, signed_in: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.services.MOST_BLOCKS", 1)
    browser = signed_in(anna)
    browser.post(BLOCK, {"name": "bob"})
    answer = browser.post(BLOCK, {"name": "carl"}, follow=True)
    assertContains(answer, "You block too many players. Unblock one first.")
    assert list(Block.objects.values_list("of", flat=True)) == [bob.pk]
    unblock(by=anna, of=bob)
    assert block(by=anna, of=carl)
    assert list(Block.objects.values_list("of", flat=True)) == [carl.pk]


def test_an_unknown_name_is_not_found(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    for form in ({"name": "nobody-here"}, {"name": ""}, {}):
        assert browser.post(BLOCK, form).status_code == 404


def test_strangers_block_no_one_and_a_link_does_not_either(
    newcomer: Client, anna: User, signed_in: Callable[[User], Client]
) -> None:
    assert newcomer.post(BLOCK, {"name": "anna"}).status_code == 302
    assert signed_in(anna).get(BLOCK).status_code == 405
    assert not Block.objects.exists()
