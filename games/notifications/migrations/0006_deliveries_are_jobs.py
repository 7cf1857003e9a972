"""Deliveries that wait, or that were being sent, become jobs; they are due when they were."""

from django.db import migrations
from django.utils import timezone
from django.utils.crypto import get_random_string

BATCH = 500


def enqueue(apps, schema_editor):
    Job = apps.get_model("jobs", "Job")
    now = timezone.now()
    waiting = apps.get_model("notifications", "Delivery").objects.filter(status__in=["queued", "sending"])
    rows = waiting.order_by("pk").values_list("pk", "channel", "due_at")
    jobs = [
        Job(kind=f"notifications.{channel}", key=str(pk), due_at=due_at, created_at=now, request=get_random_string(16))
        for pk, channel, due_at in rows.iterator(BATCH)
    ]
    Job.objects.bulk_create(jobs, batch_size=BATCH, ignore_conflicts=True)
    waiting.update(status="queued", claim="")


def dequeue(apps, schema_editor):
    apps.get_model("jobs", "Job").objects.filter(kind__in=["notifications.push", "notifications.mail"]).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0005_channels"),
        ("jobs", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(enqueue, dequeue),
    ]
