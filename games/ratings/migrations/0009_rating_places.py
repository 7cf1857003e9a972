"""The index of ranks says for how long a rating counts, so that ranks are counted without reading the rows."""

from django.db import migrations, models

from accounts.indexes import AddIndexOnline, RemoveIndexOnline


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("ratings", "0008_shared_places"), ("accounts", "0015_unranked")]
    operations = [
        AddIndexOnline(
            "rating", models.Index(fields=["pool", "-rating", "player", "settled_until"], name="rating_place")
        ),
        RemoveIndexOnline("rating", "rating_rank"),
    ]
