"""Analyses by the former method, which ranked moves by points, become jobs, the latest match first.

They are due one after the other, so that an analysis that a player requests meanwhile does not wait for all of them.
"""

from datetime import timedelta

import django.utils.timezone
from django.db import migrations, models
from django.utils.crypto import get_random_string

BATCH = 500
PAUSE = timedelta(seconds=15)  # longer than an analysis takes


def repeat(apps, schema_editor):
    Analysis, Job = apps.get_model("analysis", "Analysis"), apps.get_model("jobs", "Job")
    older = Analysis.objects.filter(version=1).exclude(state="failed")
    keys = [str(key) for key in older.order_by("-match__finished_at").values_list("pk", flat=True)]
    now = django.utils.timezone.now()
    jobs = [
        Job(kind="analysis.measure", key=key, due_at=now + number * PAUSE, created_at=now, request=get_random_string(16))
        for number, key in enumerate(keys)
    ]
    Job.objects.bulk_create(jobs, batch_size=BATCH, ignore_conflicts=True)
    older.update(version=2, state="asked", done=0, measured=[])


class Migration(migrations.Migration):

    dependencies = [
        ("analysis", "0002_requests_are_jobs"),
        ("jobs", "0001_initial"),
    ]

    operations = [
        migrations.AlterField("analysis", "version", models.PositiveSmallIntegerField(default=2)),
        migrations.RunPython(repeat, migrations.RunPython.noop),
    ]
