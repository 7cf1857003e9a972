"""Ends of matches that players were not yet told of are told by jobs, which make the notifications again."""

from django.db import migrations
from django.utils import timezone
from django.utils.crypto import get_random_string

BATCH = 500


def enqueue(apps, schema_editor):
    Job = apps.get_model("jobs", "Job")
    now = timezone.now()
    unrouted = apps.get_model("notifications", "Notification").objects.filter(routed=False, match__isnull=False)
    keys = set(unrouted.values_list("match", flat=True))
    jobs = [
        Job(kind="notifications.match_ended", key=str(key), due_at=now, created_at=now, request=get_random_string(16)) for key in keys
    ]
    Job.objects.bulk_create(jobs, batch_size=BATCH, ignore_conflicts=True)
    unrouted.delete()


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0002_renamed_app"),
        ("jobs", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(enqueue, migrations.RunPython.noop),
    ]
