"""Lets the matches that ended before draws were counted wait for it; the clock counts them."""

from django.db import migrations

BATCH = 500


def wait(apps, schema_editor):
    Waiting = apps.get_model("fairness", "Waiting")
    ended = apps.get_model("matches", "Match").objects.filter(finished_at__isnull=False).values_list("pk", flat=True)
    waiting = []
    for match_id in ended.iterator(BATCH):
        waiting.append(Waiting(match_id=match_id))
        if len(waiting) == BATCH:
            Waiting.objects.bulk_create(waiting, ignore_conflicts=True)
            waiting = []
    Waiting.objects.bulk_create(waiting, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("fairness", "0001_draws")]
    operations = [migrations.RunPython(wait, migrations.RunPython.noop)]
