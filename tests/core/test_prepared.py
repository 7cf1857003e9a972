"""Prepared queries find what the ORM finds, without compiling anything again."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from core.prepared import PreparedGet
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.services import find_match, start_match
from games.matches.time.control import TimeControl

pytestmark = [pytest.mark.django_db, pytest.mark.sql]


def test_an_object_is_found_by_its_key(anna: User, bob: User) -> None:
    active = PreparedGet(lambda: User.objects.filter(is_active=True))
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert active(anna.pk) == anna
    assert active(bob.pk) is None
    assert active(0) is None


def test_a_row_committed_later_is_found(anna: User) -> None:
    guests = PreparedGet(lambda: User.objects.filter(is_guest=True))
    assert guests(anna.pk) is None
    User.objects.filter(pk=anna.pk).update(is_guest=True)
    found = guests(anna.pk)
    assert found is not None
    assert found.is_guest
    assert not found._state.adding


def test_the_queryset_is_built_once(anna: User, bob: User) -> None:
    built: list[QuerySet[User]] = []

    def rows() -> QuerySet[User]:
        built.append(User.objects.all())
        return built[-1]

    get = PreparedGet(rows)
    assert [get(anna.pk), get(bob.pk), get(anna.pk)] == [anna, bob, anna]
    assert len(built) == 1


def test_a_match_is_as_the_orm_reads_it_with_both_players(anna: User, bob: User) -> None:
    match = start_match(
        game_slug="digifeud",
        options=games()["digifeud"].options_type(),
        first=anna,
        second=bob,
        time_control=TimeControl.correspondence(days=3),
    )
    with CaptureQueriesContext(connection) as queries:
        found = find_match(match.pk)
        assert (found.first, found.second) == (anna, bob)
    assert len(queries) == 1
    stored = Match.objects.get(pk=match.pk)
    names = [field.attname for field in Match._meta.concrete_fields]
    assert [getattr(found, name) for name in names] == [getattr(stored, name) for name in names]
