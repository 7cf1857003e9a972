"""A column for what a game counts beside points, and a job that fills it for matches of earlier releases.

It runs twice, the second time for matches that processes of the former release end while the first one is done.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

KIND = "matches.tallies"
LATER = timedelta(hours=1)


def enqueue(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Enqueue the job if there is any match."""
    if not apps.get_model("matches", "Match").objects.exists():
        return
    now = timezone.now()
    jobs = apps.get_model("jobs", "Job").objects
    for key, due_at in (("", now), ("again", now + LATER)):
        jobs.get_or_create(kind=KIND, key=key, defaults={"due_at": due_at, "created_at": now, "request": "migration"})


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_turns_are_jobs"), ("jobs", "0001_squashed")]
    operations = [
        migrations.AddField("match", "tallies", models.JSONField(null=True, blank=True, editable=False)),
        migrations.RunPython(enqueue, migrations.RunPython.noop),
    ]
