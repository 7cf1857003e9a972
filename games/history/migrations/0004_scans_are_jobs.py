"""Finished matches that were not yet scanned for records are scanned by jobs."""

from django.db import migrations
from django.utils import timezone
from django.utils.crypto import get_random_string

BATCH = 500


def enqueue(apps, schema_editor):
    Job = apps.get_model("jobs", "Job")
    now = timezone.now()
    waiting = apps.get_model("history", "Participation").objects.filter(scanned=False)
    keys = waiting.order_by().values_list("match", flat=True).distinct()
    jobs = [
        Job(kind="history.scan", key=str(key), due_at=now, created_at=now, request=get_random_string(16)) for key in keys
    ]
    Job.objects.bulk_create(jobs, batch_size=BATCH, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ("history", "0003_plain_names"),
        ("jobs", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(enqueue, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="participation", name="part_to_scan"),
        migrations.RemoveField(model_name="participation", name="scanned"),
    ]
