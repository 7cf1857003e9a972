"""Prepared queries find what the ORM finds, at the time of each call, without compiling anything again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.prepared import PreparedQuery

NOON = datetime(2026, 11, 24, 12, 0, 0, 5, UTC)
HOUR = timedelta(hours=1)

pytestmark = pytest.mark.django_db


def test_the_time_is_that_of_the_call(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(seen_at=NOON)
    seen = PreparedQuery(lambda now: User.objects.filter(seen_at__lte=now))
    assert not seen.matches(NOON - HOUR)
    assert seen.matches(NOON)
    assert not seen.matches(NOON - timedelta(microseconds=1))


def test_a_row_committed_later_is_found(anna: User) -> None:
    guests = PreparedQuery(lambda now: User.objects.filter(is_guest=True))
    assert not guests.matches(NOON)
    User.objects.filter(pk=anna.pk).update(is_guest=True)
    assert guests.matches(NOON)


def test_two_rows_are_at_least_two(anna: User, bob: User) -> None:
    def named(*names: str) -> PreparedQuery[User, User]:
        return PreparedQuery(lambda now: User.objects.filter(username__in=names), at_least=2)

    assert not named("anna").matches(NOON)
    assert named("anna", "bob").matches(NOON)
    assert named("anna", "bob", "carl").matches(NOON)


def test_the_queryset_is_built_once(anna: User) -> None:
    built: list[datetime] = []

    def found(now: datetime) -> QuerySet[User]:
        built.append(now)
        return User.objects.filter(Q(seen_at=None) | Q(seen_at__gt=now))

    waiting = PreparedQuery(found)
    assert waiting.matches(NOON)
    assert waiting.matches(NOON + HOUR)
    assert len(built) == 1
