"""A job writes the jobs of the turns that are under way: what is due in a turn was found by scans of all matches.

It runs twice, the second time for moves of processes that still run the former release while the first one is done.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

KIND = "matches.turns"
LATER = timedelta(hours=1)


def enqueue(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Enqueue the job if any match runs."""
    if not apps.get_model("matches", "Match").objects.filter(finished_at=None).exists():
        return
    now = timezone.now()
    jobs = apps.get_model("jobs", "Job").objects
    for key, due_at in (("", now), ("again", now + LATER)):
        jobs.get_or_create(kind=KIND, key=key, defaults={"due_at": due_at, "created_at": now, "request": "migration"})


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_spare_indexes"), ("jobs", "0001_squashed")]
    operations = [migrations.RunPython(enqueue, migrations.RunPython.noop)]
