"""Staff keep their rights when a model gets another name."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from tests.migrating import migrate, migrate_to_newest


def former(app: str, model: str, action: str, name: str) -> Permission:
    """Return the permission as it was called before the model was renamed."""
    kept = Permission.objects.get(content_type__app_label=app, codename=f"{action}_{model}")
    return Permission.objects.create(content_type=kept.content_type, codename=f"{action}_{name}", name=f"Can {action}")


@pytest.mark.usefixtures("newest_tables_after")
@pytest.mark.django_db(transaction=True)
def test_rights_to_renamed_models_stay(anna: User, bob: User, carl: User) -> None:
    migrate([("history", "0004_scans_are_jobs")])
    helpers = Group.objects.create(name="helpers")
    anna.user_permissions.add(former("ratings", "ratingchange", "change", "change"))
    helpers.permissions.add(former("ratings", "ratingpool", "view", "ladder"))
    helpers.permissions.add(former("matches", "vacation", "delete", "leave"))
    bob.groups.add(helpers)
    bob.user_permissions.add(former("history", "participation", "view", "part"))
    for codename in ("view_ratingpool", "view_participation"):  # the site comes from before the new names
        Permission.objects.get(codename=codename).delete()
    migrate_to_newest()
    rights = {player.username: User.objects.get(pk=player.pk).get_all_permissions() for player in (anna, bob, carl)}
    assert rights == {
        "anna": {"ratings.change_ratingchange"},
        "bob": {"ratings.view_ratingpool", "matches.delete_vacation", "history.view_participation"},
        "carl": set(),
    }
    assert not Permission.objects.filter(codename__regex="_(ladder|part|leave|change)$").exists()
