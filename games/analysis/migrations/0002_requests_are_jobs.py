"""Analyses that wait become jobs, oldest first; they go on from the turns that were measured."""

import django.utils.timezone
from django.db import migrations, models
from django.utils.crypto import get_random_string

BATCH = 500


def enqueue(apps, schema_editor):
    Job = apps.get_model("jobs", "Job")
    waiting = apps.get_model("analysis", "Analysis").objects.filter(state__in=["asked", "working"])
    jobs = [
        Job(kind="analysis.measure", key=str(key), due_at=asked_at, created_at=asked_at, request=get_random_string(16))
        for key, asked_at in waiting.order_by("asked_at").values_list("pk", "asked_at")
    ]
    Job.objects.bulk_create(jobs, batch_size=BATCH, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ("analysis", "0001_analysis"),
        ("jobs", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(enqueue, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="analysis", name="analysis_waiting"),
        migrations.AlterField("analysis", "held_until", models.DateTimeField(default=django.utils.timezone.now)),
        migrations.RemoveField(model_name="analysis", name="held_until"),
        migrations.RemoveField(model_name="analysis", name="faults"),
    ]
