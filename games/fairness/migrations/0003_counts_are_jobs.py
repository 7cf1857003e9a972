"""Matches whose draw was not yet counted are counted by jobs."""

from django.db import migrations
from django.utils import timezone
from django.utils.crypto import get_random_string

BATCH = 500


def enqueue(apps, schema_editor):
    Job = apps.get_model("jobs", "Job")
    now = timezone.now()
    keys = apps.get_model("fairness", "Waiting").objects.values_list("pk", flat=True)
    jobs = [
        Job(kind="fairness.count", key=str(key), due_at=now, created_at=now, request=get_random_string(16)) for key in keys
    ]
    Job.objects.bulk_create(jobs, batch_size=BATCH, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ("fairness", "0002_matches_so_far"),
        ("jobs", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(enqueue, migrations.RunPython.noop),
        migrations.DeleteModel(name="Waiting"),
    ]
