"""The player of a key comes by a prepared query, as Django's own would bring them."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User


def test_it_is_the_player_as_django_reads_them(
    anna: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found = User.objects.get(pk=bob.pk)
    usual = User.objects.filter(username="bob")[0]
    assert (found.pk, {**vars(found), "_state": None}) == (bob.pk, {**vars(usual), "_state": None})
    assert (found._state.adding, found._state.db) == (False, usual._state.db)


def test_no_one_has_a_key_that_is_not_given(anna: User) -> None:
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=anna.pk + 1)


def test_further_conditions_count(bob: User, carl: User) -> None:

    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=bob.pk, is_bot=True)
    with pytest.raises(User.DoesNotExist):
        User.objects.filter(is_bot=True).get(pk=bob.pk)
    group = bob.groups.create(name="staff")
    assert group.user_set.get(pk=bob.pk) == bob
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=carl.pk)
