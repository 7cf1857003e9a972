"""Indexes and constraints bear the names of their models, also in a database of an older version."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from games.history.models import Participation
from games.matches.models import Match, Vacation
from games.matches.play.vacation import plan_vacation
from games.notifications.models import Notification
from games.social.models import ModerationAction
from tests.history.conftest import many
from tests.migrating import migrate, migrate_to_newest

OURS = ("accounts.", "games.")
RETIRED = {"part", "leave", "notice", "act", "ladder", "rest"}
OLD = [
    ("history", "0005_renamed_permissions"),
    ("matches", "0012_time_control"),
    ("notifications", "0006_deliveries_are_jobs"),
    ("social", "0003_plain_related_names"),
]
OLD_NAMES = {
    *("part_of_player", "part_by_game", "part_by_opponent", "part_by_outcome", "one_part_a_player"),
    *("notice_of_user", "notice_of_match", "notice_age", "one_notice_of_a_thing"),
    *("leave_of_player", "leave_begins_before_it_ends", "act_of_whom"),
}
RENAMED: list[type[Model]] = [Participation, Vacation, Notification, ModerationAction]


def names_of(model: type[Model]) -> set[str]:
    """Return the names of the indexes and constraints that the model declares."""
    return {one.name for one in (*model._meta.indexes, *model._meta.constraints)}


def test_no_name_has_a_retired_word() -> None:
    models = [model for model in apps.get_models() if model.__module__.startswith(OURS)]
    names = set().union(*map(names_of, models))
    assert len(names) > 20
    assert not {name for name in names if RETIRED & {*name.split("_")}}


@pytest.mark.usefixtures("newest_tables_after")
@pytest.mark.django_db(transaction=True)
def test_rows_outlive_the_new_names(anna: User, bob: User) -> None:
    now = timezone.now()
    (match,) = many(anna, [bob], 1)
    plan_vacation(anna, now + timedelta(days=1), now + timedelta(days=2))
    Notification.objects.create(user=anna, event="over", key=match.pk, match=match, made_at=now)
    ModerationAction.objects.create(by=bob, whom=anna, kind="silence", why="Calm down.")
    before = [list(model._default_manager.values()) for model in RENAMED]
    assert all(before)

    migrate(OLD)
    migrate_to_newest()

    assert [list(model._default_manager.values()) for model in RENAMED] == before
    assert Match.objects.get().pk == match.pk
    with connection.cursor() as cursor:
        for model in RENAMED:
            found = set(connection.introspection.get_constraints(cursor, model._meta.db_table))
            assert names_of(model) <= found
            assert not OLD_NAMES & found
