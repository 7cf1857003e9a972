"""Prepared queries find what the ORM finds, without compiling anything again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.functions import Upper
from django.test.utils import CaptureQueriesContext

from accounts.models import Block, User
from core import prepared
from core.prepared import PreparedKeys, PreparedRows

NOON = datetime(2026, 11, 24, 12, 0, 0, 5, UTC)
HOUR = timedelta(hours=1)

pytestmark = [pytest.mark.django_db, pytest.mark.sql]


def test_rows_are_objects_or_values_as_the_orm_gives_them(anna: User, bob: User) -> None:
    User.objects.filter(pk=anna.pk).update(seen_at=NOON)
    named = PreparedRows(lambda name: User.objects.filter(username=name), str)
    seen = PreparedRows(lambda *keys: User.objects.filter(pk__in=keys).values_list("username", "seen_at"), int, int)
    assert named("bob") == [bob]
    assert named("carl") == []
    assert named.first("carl") is None
    found = named.first("anna")
    assert found is not None
    assert found.seen_at == NOON
    assert not found._state.adding
    assert seen(anna.pk, 0) == [("anna", NOON)]
    both = seen(bob.pk, anna.pk)
    for _time in range(2):  # as often as one likes
        assert {name for name, _at in both} == {"anna", "bob"}


def test_objects_have_related_ones_and_annotations(anna: User, bob: User) -> None:
    Block.objects.create(by=anna, of=bob)
    blocks = PreparedRows(
        lambda key: Block.objects.filter(by=key).select_related("of").annotate(name=Upper("by__username")), int
    )
    (found,) = blocks(anna.pk)
    with CaptureQueriesContext(connection) as queries:
        assert (found.of, found.by_id, vars(found)["name"]) == (bob, anna.pk, "ANNA")
    assert len(queries) == 0


def test_how_rows_become_objects_is_found_out_once(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    found_out: list[object] = []

    def maker(known: prepared._Compiled) -> Callable[[prepared.Values], Model]:
        found_out.append(known)
        return make(known)

    make = prepared._maker
    monkeypatch.setattr(prepared, "_maker", maker)
    named = PreparedRows(lambda name: User.objects.filter(username=name), str)
    assert [named("anna"), named("bob"), named("anna")] == [[anna], [bob], [anna]]
    assert len(found_out) == 1


def test_a_value_that_is_not_asked_for_as_it_is_raises(anna: User) -> None:
    with pytest.raises(ValueError, match="not in the query"):
        PreparedRows(lambda key: User.objects.filter(pk__lt=key + 1), int)(anna.pk)


def test_any_number_of_keys_is_asked_for_with_few_statements(anna: User, bob: User, carl: User) -> None:
    sizes: list[int] = []

    def found(keys: list[int], least: int) -> QuerySet[User, tuple[str]]:
        sizes.append(len(keys))
        return User.objects.filter(pk__in=keys, pk__gte=least).values_list("username").order_by("pk")

    names = PreparedKeys(found, int, int)
    keys = [anna.pk, bob.pk, carl.pk]
    assert names([], 0) == []
    assert names(keys, 0) == [("anna",), ("bob",), ("carl",)]
    assert names(keys, bob.pk) == [("bob",), ("carl",)]
    assert names([*keys, -1], 0) == names(keys, 0)
    assert names(keys[:1], 0) == [("anna",)]
    assert sizes == [4, 1]


@pytest.mark.parametrize("number", range(10))
def test_each_number_of_keys_finds_what_a_plain_query_finds(number: int, db: None) -> None:
    """The keys stand in any order, further values follow them, and rows that are not asked for stay out."""
    people = User.objects.bulk_create(User(username=f"player-{at}", name_key=f"{at}") for at in range(12))
    keys = [person.pk for person in reversed(people[1:-1])][:number]
    texts = [person.username for person in people[1:-1]][:number]

    def found(keys: list[int], least: int, not_this: int) -> QuerySet[User, tuple[str]]:
        rows = User.objects.filter(pk__in=keys, pk__gte=least).exclude(pk=not_this)
        return rows.values_list("username").order_by("pk")

    def named(texts: list[str], least: int) -> QuerySet[User, tuple[str]]:
        return User.objects.filter(username__in=texts, pk__gte=least).values_list("username").order_by("pk")

    by_key, by_name = PreparedKeys(found, int, int, int), PreparedKeys(named, str, int)
    for least, not_this in ((0, 0), (people[4].pk, people[6].pk), (people[9].pk, people[2].pk)):
        assert by_key(keys, least, not_this) == list(found(keys, least, not_this))
        assert by_name(texts, least) == list(named(texts, least))
