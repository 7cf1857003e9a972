"""Lets the matches that ended before draws were counted wait for it; of copies with the same seed one."""

from django.db import migrations
from django.db.models import Min

BATCH = 500


def wait(apps, schema_editor):
    Waiting = apps.get_model("fairness", "Waiting")
    ended = apps.get_model("matches", "Match").objects.filter(finished_at__isnull=False)
    match_ids = ended.order_by().values("seal").annotate(one=Min("pk")).values_list("one", flat=True)
    waiting = [Waiting(match_id=match_id) for match_id in match_ids]
    Waiting.objects.bulk_create(waiting, batch_size=BATCH, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("fairness", "0001_draws")]
    run_before = [("matches", "0010_plain_names")]  # which renames the field that is read here
    operations = [migrations.RunPython(wait, migrations.RunPython.noop)]
