"""Gives every match from before deals one, so that its commitment goes into the public log; its seed stays as it is."""

from itertools import islice

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 1000
ALONE = 1  # the seed is the server's value


def add_deals(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Insert a deal for every match, in the order in which they began."""
    deals, matches = apps.get_model("matches", "Deal"), apps.get_model("matches", "Match")
    known = matches.objects.order_by("started_at", "pk").values_list("pk", "commitment", "started_at").iterator(BATCH)
    while batch := list(islice(known, BATCH)):
        deals.objects.bulk_create(
            [
                deals(match_id=pk, version=ALONE, commitment=commitment, made_at=started_at)
                for pk, commitment, started_at in batch
            ],
            ignore_conflicts=True,
        )


class Migration(migrations.Migration):
    dependencies = [("matches", "0019_deals")]
    operations = [migrations.RunPython(add_deals, migrations.RunPython.noop, elidable=True)]
